import { aStoreInfo } from '@shop/testing/builders';
import { renderRoutes } from '@shop/testing/render-routes';
import { answer, type FakeAnswer, fakeStoreApi } from '@shop/testing/store-api-fake';
import { screen, waitFor, within } from '@testing-library/react';
import { paths } from '../../paths';
import { routes } from '../../routes';

fakeStoreApi();

function openPolicy(at: string, storeInfo: FakeAnswer = { body: aStoreInfo() }) {
  answer('GET', '/storeInfo', storeInfo);
  return renderRoutes({ paths, routes, at });
}

const article = () => screen.findByRole('article');
const contents = () => screen.getByRole('navigation', { name: 'On this page' });

describe('the built-in texts', () => {
  it.each<[path: string, title: string, tag: string, facts: string[]]>([
    [
      '/terms',
      'Terms of Service',
      '[1.identity-04 2.policy-01 2.policy-06 2.policy-12]',
      ['Information Technology Act, 2000', 'Consumer Protection Act, 2019'],
    ],
    [
      '/privacy',
      'Privacy Policy',
      '[2.policy-01 2.policy-06 2.policy-11 2.policy-12]',
      [
        'Digital Personal Data Protection Act, 2023',
        'delete your account from your profile settings',
        'Mon-Fri 10:00-17:00',
      ],
    ],
    [
      '/refund',
      'Refund Policy',
      '[2.policy-01 2.policy-06 2.policy-09 9.constants-22]',
      ['credited within 0-7 working days to the original source'],
    ],
    [
      '/return',
      'Return and Cancellation Policy',
      '[2.policy-01 2.policy-06 2.policy-10]',
      [
        'within 0-7 days of receipt, with the goods in their original packaging',
        'Personalised goods',
        'Unsealed hygiene goods',
        'Goods mixed with other items',
      ],
    ],
    [
      '/shipping',
      'Shipping Policy',
      '[2.policy-01 2.policy-06 2.policy-08 2.policy-12 9.constants-22]',
      [
        'Normal orders are delivered within 0-7 working days.',
        'Bulk orders are delivered within 10-15 business days.',
        'Consumer Protection (E-Commerce) Rules, 2020',
      ],
    ],
    ['/about', 'About Us', '[2.policy-01 2.policy-06]', ['Tamra Home Private Limited sells things']],
  ])('%s is %s, about this company %s', async (path, title, _tag, facts) => {
    openPolicy(path);
    const text = (await article()).textContent ?? '';
    expect(screen.getAllByRole('heading', { level: 1 }).map(({ textContent }) => textContent)).toEqual([title]);
    expect(document.title).toBe(`${title} – Tamra & Teak`);
    for (const fact of facts) expect(text).toContain(fact);
    for (const detail of ['Tamra Home Private Limited', '14 Lavelle Road', 'care@tamra.example', '+91 80 4000 1234']) {
      expect(text).toContain(detail);
    }
    expect(text).not.toMatch(/[{}[\]]|Company Name|Phone Number/);
    expect(document.querySelector('meta[name="description"]')?.getAttribute('content')).toMatch(/^\w[^{}]+\.$/);
    expect(document.querySelector('link[rel="canonical"]')).toHaveAttribute('href', `https://shop.test${path}`);
    expect(document.querySelector('meta[name="robots"]')).not.toBeInTheDocument();
  });

  it('name their sections in a list, whose links lead there', async () => {
    const { user, location } = openPolicy('/refund');
    const headings = within(await article()).getAllByRole('heading', { level: 2 });
    const links = within(contents()).getAllByRole('link');
    expect(links.map(({ textContent }) => textContent)).toEqual(headings.map(({ textContent }) => textContent));
    expect(new Set(headings.map(({ id }) => id)).size).toBe(headings.length);
    await user.click(within(contents()).getByRole('link', { name: 'How it is paid' }));
    expect(location()).toMatchObject({ pathname: '/refund', hash: '#how' });
    expect(screen.getByRole('heading', { name: 'How it is paid' })).toHaveFocus();
  });

  it('open at the section in the address, once they are there', async () => {
    openPolicy('/privacy#grievance-officer');
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Grievance officer' })).toHaveFocus());
  });

  it.each(['#nowhere', '#%E0%A4%A'])('open all the same with %s in the address', async (hash) => {
    openPolicy(`/privacy${hash}`);
    expect(await article()).toBeInTheDocument();
  });

  it('lead on to each other, and the new page’s heading takes the focus', async () => {
    const { user, location } = openPolicy('/refund');
    screen.getByRole('main').focus();
    await user.click(within(await article()).getByRole('link', { name: 'Return and Cancellation Policy' }));
    expect(location().pathname).toBe('/return');
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Return and Cancellation Policy' }),
    ).toBeInTheDocument();
    expect(within(await article()).getByText(/Personalised goods/)).toBeInTheDocument();
    expect(screen.queryByText(/credited twice|charged twice/)).not.toBeInTheDocument();
  });

  it('link the ways to reach the company', async () => {
    openPolicy('/terms');
    const text = within(await article());
    expect(text.getByRole('link', { name: 'care@tamra.example' })).toHaveAttribute('href', 'mailto:care@tamra.example');
    expect(text.getByRole('link', { name: '+91 80 4000 1234' })).toHaveAttribute('href', 'tel:+918040001234');
    expect(text.getByRole('link', { name: 'Contact form' })).toHaveAttribute('href', '/contact');
  });

  it.each<[string, FakeAnswer]>([
    ['does not answer', 'no response'],
    ['fails', { status: 500, text: '<html>' }],
    ['answers null', { body: null }],
    ['answers with a list', { body: [] }],
    ['says nothing of the company', { body: { companyName: {}, companyEmail: null, policies: 'none' } }],
  ])('have the documented defaults when the store %s [2.policy-07]', async (_what, storeInfo) => {
    openPolicy('/terms', storeInfo);
    const text = await article();
    expect(text).toHaveTextContent('This shop is run by Company Name, Company Address');
    expect(text).toHaveTextContent('E-mail: {email}Phone: Phone Number');
    expect(within(text).queryByRole('link', { name: /email|Phone/ })).not.toBeInTheDocument();
    expect(document.title).toBe('Terms of Service');
  });

  it('wait in their shape for the store information', async () => {
    let arrive = () => {};
    const after = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    openPolicy('/about', { body: aStoreInfo(), after });
    expect(await screen.findByRole('status')).toHaveTextContent('Loading');
    expect(screen.getByRole('heading', { level: 1, name: 'About Us' })).toBeInTheDocument();
    expect(screen.queryByRole('article')).not.toBeInTheDocument();
    arrive();
    expect(await article()).toBeInTheDocument();
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
  });

  it('stay text when the company’s details hold markup', async () => {
    const companyName = '<img src=x onerror="window.hacked=1">';
    openPolicy('/about', { body: aStoreInfo({ companyName }) });
    expect(await article()).toHaveTextContent(companyName);
    expect((await article()).querySelector('img')).toBeNull();
  });
});

describe('the store’s own texts', () => {
  const withTerms = (terms: string) => ({ body: aStoreInfo({ policies: { terms } }) });

  it('stand in place of the built-in one, sanitised and filled [2.policy-04]', async () => {
    openPolicy(
      '/terms',
      withTerms(
        '<h1>Terms of Service</h1><p>Ours, says {{companyName}}.</p><h2>One</h2><h2>Two</h2><script>window.hacked = true</script>',
      ),
    );
    const text = await article();
    await waitFor(() => expect(text).toHaveTextContent('Ours, says Tamra Home Private Limited.'));
    expect(text).not.toHaveTextContent('Information Technology Act');
    expect(text.querySelector('script')).toBeNull();
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    expect(
      within(contents())
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['One', 'Two']);
  });

  it('are jumped to by their links', async () => {
    const { user } = openPolicy('/terms', withTerms('<h2>One</h2><p>a</p><h2>Two</h2><p>b</p>'));
    await article();
    await user.click(within(contents()).getByRole('link', { name: 'Two' }));
    expect(screen.getByRole('heading', { name: 'Two' })).toHaveFocus();
  });

  it('need no list of a single section', async () => {
    openPolicy('/terms', withTerms('<h2>One</h2><p>a</p>'));
    await article();
    expect(screen.queryByRole('navigation', { name: 'On this page' })).not.toBeInTheDocument();
  });

  it('of one page do not show on another', async () => {
    const policies = { terms: '<p>Ours about terms</p>', refund: '<p>Ours about refunds</p>' };
    const { goTo } = openPolicy('/terms', { body: aStoreInfo({ policies }) });
    expect(await screen.findByText('Ours about terms')).toBeInTheDocument();
    goTo('/refund');
    expect(await screen.findByText('Ours about refunds')).toBeInTheDocument();
    expect(screen.queryByText('Ours about terms')).not.toBeInTheDocument();
    goTo('/shipping');
    expect(await screen.findByText('Normal orders are delivered within 0-7 working days.')).toBeInTheDocument();
    expect(screen.queryByText(/^Ours/)).not.toBeInTheDocument();
  });

  it.each(['', '   ', '<script>1</script>', '<p></p>'])('count as none when they are %p', async (terms) => {
    openPolicy('/terms', withTerms(terms));
    await waitFor(async () => expect(await article()).toHaveTextContent('Information Technology Act, 2000'));
  });
});

describe('other slugs', () => {
  async function expectNotFound(slug: string): Promise<void> {
    const { location, goTo, back } = openPolicy('/terms');
    await article();
    goTo(`/${slug}`);
    expect(await screen.findByRole('heading', { level: 1, name: 'Oops! Page not found' })).toBeInTheDocument();
    expect(location().pathname).toBe('/404');
    back();
    expect(location().pathname).toBe('/terms');
  }

  it.each([
    'login',
    'register',
    'forgot-password',
    'reset-password',
    'account',
    'cart',
    'products',
    'product',
    'track-order',
    'orders',
  ])('/%s leads to /404 in place of itself [2.policy-02 R.01-2]', expectNotFound);

  it.each(['nonsense', 'Terms', 'constructor', '__proto__', '%3Cscript%3E'])(
    '/%s leads to /404 in place of itself [2.policy-03 R.01-2]',
    expectNotFound,
  );
});
