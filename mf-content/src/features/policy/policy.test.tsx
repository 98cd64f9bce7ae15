import { storeApi } from '@shop/api-client/store-api';
import { aStoreInfo } from '@shop/testing/builders';
import { renderRoutes } from '@shop/testing/render-routes';
import { answer, createDeferred, type FakeAnswer, fakeStoreApi } from '@shop/testing/store-api-fake';
import { act, screen, waitFor, within } from '@testing-library/react';
import { contentApi } from '../../api/content.endpoints';
import { paths } from '../../paths';
import { routes } from '../../routes';

fakeStoreApi();

function openPolicy(at: string, storeInfo: FakeAnswer = { body: aStoreInfo() }) {
  answer('GET', '/storeInfo', storeInfo);
  return renderRoutes({ paths, routes, at });
}

const findArticle = () => screen.findByRole('article');
const getContents = () => screen.getByRole('navigation', { name: 'On this page' });

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
  ])('shows at %s the policy %s with the details of the company %s', async (path, title, _tag, facts) => {
    openPolicy(path);
    const text = (await findArticle()).textContent ?? '';
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

  it('lists the sections with links that focus their headings', async () => {
    const { user, location } = openPolicy('/refund');
    const headings = within(await findArticle()).getAllByRole('heading', { level: 2 });
    const links = within(getContents()).getAllByRole('link');
    expect(links.map(({ textContent }) => textContent)).toEqual(headings.map(({ textContent }) => textContent));
    expect(new Set(headings.map(({ id }) => id)).size).toBe(headings.length);
    await user.click(within(getContents()).getByRole('link', { name: 'How it is paid' }));
    expect(location()).toMatchObject({ pathname: '/refund', hash: '#how' });
    expect(screen.getByRole('heading', { name: 'How it is paid' })).toHaveFocus();
  });

  it('focuses the section of the URL when the text has loaded', async () => {
    openPolicy('/privacy#grievance-officer');
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Grievance officer' })).toHaveFocus());
  });

  it.each(['#nowhere', '#%E0%A4%A'])('shows the policy with the unknown fragment %s', async (hash) => {
    openPolicy(`/privacy${hash}`);
    expect(await findArticle()).toBeInTheDocument();
  });

  it('opens another policy through its link', async () => {
    const { user, location } = openPolicy('/refund');
    (await screen.findByRole('main')).focus();
    await user.click(within(await findArticle()).getByRole('link', { name: 'Return and Cancellation Policy' }));
    expect(location().pathname).toBe('/return');
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Return and Cancellation Policy' }),
    ).toBeInTheDocument();
    expect(within(await findArticle()).getByText(/Personalised goods/)).toBeInTheDocument();
    expect(screen.queryByText(/credited twice|charged twice/)).not.toBeInTheDocument();
  });

  it('links e-mail, phone and the contact page of the company', async () => {
    openPolicy('/terms');
    const text = within(await findArticle());
    expect(text.getByRole('link', { name: 'care@tamra.example' })).toHaveAttribute('href', 'mailto:care@tamra.example');
    expect(text.getByRole('link', { name: '+91 80 4000 1234' })).toHaveAttribute('href', 'tel:+918040001234');
    expect(text.getByRole('link', { name: 'Contact page' })).toHaveAttribute('href', '/contact');
  });

  it.each<[string, FakeAnswer]>([
    ['has no response', 'no response'],
    ['has no details of the company', { body: { companyName: {}, companyEmail: null, policies: 'none' } }],
  ])('shows the documented defaults when store information %s [2.policy-07]', async (_case, storeInfo) => {
    openPolicy('/terms', storeInfo);
    const text = await findArticle();
    expect(text).toHaveTextContent('This shop is run by Company Name, Company Address');
    expect(text).toHaveTextContent('E-mail: {email}Phone: Phone Number');
    expect(within(text).queryByRole('link', { name: /email|Phone/ })).not.toBeInTheDocument();
    expect(document.title).toBe('Terms of Service');
  });

  it('shows a placeholder while store information loads', async () => {
    const arrival = createDeferred();
    openPolicy('/about', { body: aStoreInfo(), after: arrival.promise });
    expect(await screen.findByRole('status')).toHaveTextContent('Loading');
    expect(screen.getByRole('heading', { level: 1, name: 'About Us' })).toBeInTheDocument();
    expect(screen.queryByRole('article')).not.toBeInTheDocument();
    arrival.resolve();
    expect(await findArticle()).toBeInTheDocument();
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
  });
});

describe('the texts of a store', () => {
  const withTerms = (terms: string) => ({ body: aStoreInfo({ policies: { terms } }) });
  const termsQuery = { slug: 'terms', language: 'en', hasStoreInfo: true } as const;

  it('replaces the built-in text with the sanitised text of the store [2.policy-04]', async () => {
    openPolicy(
      '/terms',
      withTerms(
        '<h1>Terms of Service</h1><p>Own text of {{companyName}}.</p><h2>One</h2><h2>Two</h2><script>window.hacked = true</script>',
      ),
    );
    const text = await findArticle();
    await waitFor(() => expect(text).toHaveTextContent('Own text of Tamra Home Private Limited.'));
    expect(text).not.toHaveTextContent('Information Technology Act');
    expect(text.querySelector('script')).toBeNull();
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    expect(
      within(getContents())
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['One', 'Two']);
  });

  it('follows a link to a section as the list of sections does', async () => {
    const { user, location } = openPolicy('/terms', withTerms('<p><a href="#b">Go</a></p><h2>A</h2><h2 id="b">B</h2>'));
    await user.click(await screen.findByRole('link', { name: 'Go' }));
    expect(location()).toMatchObject({ pathname: '/terms', hash: '#user-content-b' });
    expect(screen.getByRole('heading', { name: 'B' })).toHaveFocus();
  });

  it('lists no sections for a text with one section', async () => {
    openPolicy('/terms', withTerms('<h2>One</h2><p>a</p>'));
    await findArticle();
    expect(screen.queryByRole('navigation', { name: 'On this page' })).not.toBeInTheDocument();
  });

  it('shows the text of one policy on its page only', async () => {
    const policies = { terms: '<p>Own text about terms</p>', REFUND: '<p>Own text about refunds</p>' };
    const { goTo } = openPolicy('/terms', { body: aStoreInfo({ policies }) });
    expect(await screen.findByText('Own text about terms')).toBeInTheDocument();
    goTo('/refund');
    expect(await screen.findByText('Own text about refunds')).toBeInTheDocument();
    expect(screen.queryByText('Own text about terms')).not.toBeInTheDocument();
    goTo('/shipping');
    expect(await screen.findByText('Normal orders are delivered within 0-7 working days.')).toBeInTheDocument();
    expect(screen.queryByText(/^Own text/)).not.toBeInTheDocument();
  });

  it.each<[string, FakeAnswer]>([
    ['is down', { status: 503, body: {} }],
    ['gives an empty response', { text: '' }],
  ])('is not replaced by the built-in text while the API %s, and loads on Try Again', async (_case, failure) => {
    const policies = { terms: '<p>Own text about terms</p>', refund: '<p>Own text about refunds</p>' };
    const { store, user, goTo } = openPolicy('/terms', { body: aStoreInfo({ policies }) });
    await screen.findByText('Own text about terms');
    answer('GET', '/storeInfo', failure);
    act(() => void store.dispatch(storeApi.util.invalidateTags(['StoreInfo'])));
    await waitFor(() =>
      expect(contentApi.endpoints.contentPolicy.select(termsQuery)(store.getState()).error).toBeDefined(),
    );
    expect(await findArticle()).toHaveTextContent('Own text about terms');
    goTo('/shipping');
    expect(await screen.findByText('Normal orders are delivered within 0-7 working days.')).toBeInTheDocument();
    goTo('/refund');
    expect(await screen.findByRole('alert')).toHaveTextContent('This page could not be loaded. Please try again.');
    answer('GET', '/storeInfo', { body: aStoreInfo({ policies }) });
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Own text about refunds')).toBeInTheDocument();
  });

  it('is read again when the shell repeats the read of the page, as after a stored copy', async () => {
    const { store } = openPolicy('/terms', withTerms('<p>Old text</p>'));
    await screen.findByText('Old text');
    answer('GET', '/storeInfo', withTerms('<p>New text</p>'));
    const again = { subscribe: false, forceRefetch: true };
    act(() => void store.dispatch(contentApi.endpoints.contentPolicy.initiate(termsQuery, again)));
    expect(await screen.findByText('New text')).toBeInTheDocument();
  });

  it.each(['', '<script>1</script>'])('shows the built-in text when the text of the store is %p', async (terms) => {
    openPolicy('/terms', withTerms(terms));
    await waitFor(async () => expect(await findArticle()).toHaveTextContent('Information Technology Act, 2000'));
  });
});

it.each([
  ['account', '[2.policy-02 R.01-2]'],
  ['login', '[2.policy-02 R.01-2]'],
  ['track-order', '[2.policy-02 R.01-2]'],
  ['Terms', '[2.policy-03 R.01-2]'],
  ['__proto__', '[2.policy-03 R.01-2]'],
])('the slug /%s leads to /404, which replaces its history entry %s', async (slug) => {
  const { location, goTo, back } = openPolicy('/terms');
  await findArticle();
  goTo(`/${slug}`);
  expect(await screen.findByRole('heading', { level: 1, name: 'Oops! Page not found' })).toBeInTheDocument();
  expect(location().pathname).toBe('/404');
  back();
  expect(location().pathname).toBe('/terms');
});
