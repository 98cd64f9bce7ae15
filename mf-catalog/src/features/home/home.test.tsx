import { aProduct, aProductList, aStoreInfo } from '@shop/testing/builders';
import { expectLog } from '@shop/testing/console-watch';
import { renderRoutes } from '@shop/testing/render-routes';
import { answer, calls, createDeferred, type FakeAnswer, fakeStoreApi } from '@shop/testing/store-api-fake';
import { screen, waitFor, within } from '@testing-library/react';
import { paths } from '../../paths';
import { routes } from '../../routes';

fakeStoreApi();

const none = 'No featured products available at the moment.';

const openHome = () => renderRoutes({ paths, routes, at: '/' });
const findSection = (name: string) => screen.findByRole('region', { name });

beforeEach(() => {
  answer('GET', '/products', { body: aProductList([aProduct()]) });
});

it('shows its sections in the order of the specification, with three testimonials [2.home-01 2.home-02 2.home-04 2.home-11 4.featured-03]', async () => {
  openHome();
  await screen.findByRole('article');
  const titles = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Elevate Your Culinary Experience');
  expect(titles).toEqual([
    'Premium Kitchen Essentials',
    'Featured Products',
    'Fewer things, better made',
    'Letters from the kitchen',
    'What our customers say',
  ]);
  expect(screen.getAllByRole('figure')).toHaveLength(3);
  expect(document.title).toBe('Elevate Your Culinary Experience – Tamra & Teak');
  expect(document.querySelector('link[rel="canonical"]')).toHaveAttribute('href', 'https://shop.test/');
});

it('links to the product list [2.home-03 2.home-08 2.home-09 2.routes-06]', async () => {
  openHome();
  const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  await screen.findByRole('article');
  expect(href('Browse Collection')).toBe('/products');
  expect(href('Featured Products')).toBe('/products?featured=true');
  expect(href('View All')).toBe('/products');
  expect(href('Explore Products')).toBe('/products');
});

it.each<[policies: Record<string, string>, detail: string, links: number]>([
  [{}, 'Within seven days of receipt, in the original packaging.', 0],
  [{ return: '<p>Own returns</p>' }, 'Return and Cancellation Policy', 1],
])('describes the returns of a shop with the policies %j as %p', async (policies, detail, links) => {
  answer('GET', '/storeInfo', { body: aStoreInfo({ policies }) });
  openHome();
  await waitFor(() => expect(document.title).toContain('Tamra & Teak'));
  const benefit = screen.getByRole('heading', { name: 'Easy returns' }).closest('li') as HTMLElement;
  expect(benefit).toHaveTextContent(`Easy returns${detail}`);
  expect(within(benefit).queryAllByRole('link', { name: detail })).toHaveLength(links);
});

describe('categories', () => {
  const getTiles = async () => {
    const [tiles] = await within(await findSection('Premium Kitchen Essentials')).findAllByRole('list');
    if (!tiles) throw new Error('The section has no tiles.');
    const links = await within(tiles).findAllByRole('link');
    return links.map((link) => [link.textContent, link.getAttribute('href')]);
  };
  it('shows the first three categories of the store [2.home-05 2.home-07 9.constants-04]', async () => {
    answer('GET', '/storeInfo', { body: aStoreInfo({ categories: ['Brass & Copper', 'MEN', 'Women', 'Fourth'] }) });
    openHome();
    expect(await getTiles()).toEqual([
      ['Brass & Copper', '/products?category=brass%20%26%20copper'],
      ['MEN', '/products?category=men'],
      ['Women', '/products?category=women'],
    ]);
    const more = within(screen.getByRole('navigation', { name: 'More categories' })).getAllByRole('link');
    expect(more.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Fourth', '/products?category=fourth'],
    ]);
  });

  it.each<[fault: string, tag: string, storeInfo: FakeAnswer]>([
    ['has no categories', '[2.home-06 3.store-05 R.05-1 R.36-1]', { body: aStoreInfo({ categories: [] }) }],
    ['fails to load', '[2.home-06]', { status: 500, body: { error: 'down' } }],
  ])('shows the three kitchen categories when store information %s %s', async (_fault, _tag, storeInfo) => {
    answer('GET', '/storeInfo', storeInfo);
    openHome();
    expect(await getTiles()).toEqual([
      ['Cookware', '/products?category=cookware'],
      ['Kitchen Storage and Containers', '/products?category=kitchen%20storage%20and%20containers'],
      ['Kitchen Tools', '/products?category=kitchen%20tools'],
    ]);
  });

  it('shows three placeholders while store information loads', async () => {
    answer('GET', '/storeInfo', 'never');
    openHome();
    const essentials = await findSection('Premium Kitchen Essentials');
    expect(within(essentials).getByRole('status')).toHaveTextContent('Loading categories');
    expect(within(essentials).getAllByRole('listitem', { hidden: true })).toHaveLength(3);
    expect(within(essentials).queryByRole('link')).not.toBeInTheDocument();
  });
});

describe('featured products', () => {
  it("sends one request for four products of the store's first category [7.notes-01 9.constants-02]", async () => {
    openHome();
    await screen.findByRole('article');
    expect(calls('GET', '/products').map(({ query }) => query)).toEqual([
      { page: '1', limit: '4', category: 'cookware' },
    ]);
  });

  it.each<[fault: string, tag: string, storeInfo: FakeAnswer]>([
    ['has no categories', '[3.store-04 7.calls-07 9.constants-05 R.36-3]', { body: aStoreInfo({ categories: [] }) }],
    ['fails to load', '[3.store-04 7.calls-07 8.store-06 9.constants-05 R.36-3]', 'no response'],
  ])('requests accessories when store information %s %s', async (_fault, _tag, storeInfo) => {
    answer('GET', '/storeInfo', storeInfo);
    openHome();
    await screen.findByRole('article');
    expect(calls('GET', '/products').map(({ query }) => query.category)).toEqual(['accessories']);
  });

  it('shows four skeleton cards until store information and products have loaded [4.featured-01 9.constants-02]', async () => {
    const arrival = createDeferred();
    answer('GET', '/storeInfo', { body: aStoreInfo(), after: arrival.promise });
    answer('GET', '/products', 'never');
    openHome();
    const featured = await findSection('Featured Products');
    expect(within(featured).getByRole('status')).toHaveTextContent('Loading products');
    expect(within(featured).getAllByRole('listitem', { hidden: true })).toHaveLength(4);
    expect(calls('GET', '/products')).toEqual([]);
    arrival.resolve();
    await waitFor(() => expect(calls('GET', '/products')).toHaveLength(1));
    expect(within(featured).getAllByRole('listitem', { hidden: true })).toHaveLength(4);
  });

  it('shows a message when there are no featured products [4.featured-02]', async () => {
    answer('GET', '/products', { body: aProductList([]) });
    openHome();
    expect(await screen.findByText(none)).toBeVisible();
  });

  it.each<[string, FakeAnswer]>([
    ['the status 500', { status: 500, body: { error: 'down' } }],
    ['no response', 'no response'],
    ['a response that cannot be read', { body: { data: [7, null, { id: 1 }] } }],
  ])(
    'logs the error and shows the message of an empty list after %s [4.featured-04 8.store-07]',
    async (_case, reply) => {
      expectLog('Featured products failed to load');
      answer('GET', '/products', reply);
      openHome();
      expect(await screen.findByText(none)).toBeVisible();
      expect(screen.getByRole('region', { name: 'Notifications' })).toBeEmptyDOMElement();
    },
  );

  it('shows a product once when the server lists it twice', async () => {
    answer('GET', '/products', { body: aProductList([aProduct(), aProduct()]) });
    openHome();
    expect(await screen.findAllByRole('article')).toHaveLength(1);
  });
});

describe('newsletter', () => {
  const findSubscribe = () => screen.findByRole('button', { name: 'Subscribe' });
  const field = () => screen.getByRole('textbox', { name: 'Email' });
  const subscribed = 'Subscribed! / Thank you for subscribing to our newsletter.';

  it('shows a success toast, clears the field and sends no request [2.home-10 4.newsletter-01 4.newsletter-02 7.notes-07 R.28-1]', async () => {
    const { user } = openHome();
    await findSubscribe();
    await user.type(field(), 'asha@example.com');
    // The page's own calls.
    await waitFor(() => expect(calls()).toHaveLength(2));
    await user.click(await findSubscribe());
    expect(screen.getByText(subscribed)).toBeInTheDocument();
    expect(field()).toHaveValue('');
    expect(calls()).toHaveLength(2);
  });

  it('ignores the second click of a double click', async () => {
    const { user } = openHome();
    await findSubscribe();
    await user.type(field(), 'asha@example.com');
    await user.dblClick(await findSubscribe());
    expect(screen.getAllByText(subscribed)).toHaveLength(1);
    expect(field()).toHaveAccessibleDescription('');
    await user.type(field(), 'ravi@example.com{Enter}');
    expect(screen.getAllByText(subscribed)).toHaveLength(2);
  });

  it('asks for an address again when an empty field is sent later', async () => {
    const { user } = openHome();
    await findSubscribe();
    await user.type(field(), 'asha@example.com');
    await user.click(await findSubscribe());
    const now = performance.now.bind(performance);
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + 60_000);
    await user.click(await findSubscribe());
    clock.mockRestore();
    expect(field()).toHaveAccessibleDescription('Please enter your email address');
    expect(field()).toHaveFocus();
    expect(screen.getAllByText(subscribed)).toHaveLength(1);
  });

  it.each(['Asha <asha@example.com>', 'mailto:asha@example.com', 'asha@example.com\u200b'])(
    'reads the address in %j, as the other forms do, once for two fast clicks',
    async (pasted) => {
      const { user } = openHome();
      await findSubscribe();
      await user.click(field());
      await user.paste(pasted);
      await user.dblClick(await findSubscribe());
      expect(await screen.findAllByText(subscribed)).toHaveLength(1);
      expect(field()).toHaveValue('');
      expect(field()).toHaveAccessibleDescription('');
    },
  );

  it.each([
    ['', 'Please enter your email address'],
    ['Asha <asha@example.com>, ravi@example.com', 'Please enter a valid email address'],
    ['asha', 'Please enter a valid email address'],
    ['asha@', 'Please enter a valid email address'],
  ])('rejects the address %p [5.newsletter-01]', async (text, message) => {
    const { user } = openHome();
    await findSubscribe();
    expect(field()).toBeRequired();
    expect(field()).toHaveAttribute('type', 'email');
    if (text) await user.type(field(), text);
    await user.click(await findSubscribe());
    await waitFor(() => expect(field()).toHaveAccessibleDescription(message));
    expect(field()).toHaveAttribute('aria-invalid', 'true');
    expect(field()).toHaveFocus();
    expect(field()).toHaveValue(text);
    expect(screen.queryByText(subscribed)).not.toBeInTheDocument();
    await user.type(field(), 'x');
    expect(field()).toHaveAttribute('aria-invalid', 'false');
    expect(field()).toHaveAccessibleDescription('');
  });
});
