import { aProduct, aProductList, aStoreInfo } from '@shop/testing/builders';
import { expectLog } from '@shop/testing/console-watch';
import { renderRoutes } from '@shop/testing/render-routes';
import { answer, calls, type FakeAnswer, fakeStoreApi } from '@shop/testing/store-api-fake';
import { screen, waitFor, within } from '@testing-library/react';
import { paths } from '../../../paths';
import { routes } from '../../../routes';

fakeStoreApi();

const open = (at = '/products') => renderRoutes({ paths, routes, at });
const getTiles = async () => {
  const links = await screen.findAllByRole('link', { name: /Browse Collection$/ });
  return links.map((link) => [link.textContent, link.getAttribute('href')]);
};

const createProducts = (count: number, featured: boolean) =>
  Array.from({ length: count }, (_, index) => {
    const attributes = featured ? [{ key: 'Featured', value: ['true'] }] : [];
    return aProduct({ id: `${featured} ${index}`, title: `${featured ? 'Featured' : 'Plain'} ${index}`, attributes });
  });

beforeEach(() => {
  answer('GET', '/products', { body: aProductList([...createProducts(2, false), ...createProducts(9, true)]) });
});

it.each(['/products', '/products?featured=true', '/products?page=3&parentCategory=Kurtas'])(
  'shows the first three categories with a picture at %s [2.products-01 2.products-02 2.products-03 3.store-06 9.constants-04 R.04-1 R.04-2]',
  async (at) => {
    open(at);
    expect(await getTiles()).toEqual([
      ['CookwareBrowse Collection', '/products?category=cookware'],
      ['Kitchen Storage and ContainersBrowse Collection', '/products?category=kitchen%20storage%20and%20containers'],
      ['Kitchen ToolsBrowse Collection', '/products?category=kitchen%20tools'],
    ]);
    for (const picture of screen.getAllByRole('presentation').slice(0, 3)) {
      expect(picture).toHaveAttribute('src', expect.stringMatching(/./));
    }
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Explore Categories');
    await waitFor(() => expect(document.title).toBe('Explore Categories – Tamra & Teak'));
  },
);

it.each<[string, FakeAnswer]>([
  ['has no categories', { body: aStoreInfo({ categories: [] }) }],
  ['fails to load', { status: 500, body: null }],
])('shows men, women and accessories when store information %s [3.store-03 R.36-2]', async (_case, storeInfo) => {
  answer('GET', '/storeInfo', storeInfo);
  open();
  expect(await getTiles()).toEqual([
    ['MenBrowse Collection', '/products?category=men'],
    ['WomenBrowse Collection', '/products?category=women'],
    ['AccessoriesBrowse Collection', '/products?category=accessories'],
  ]);
});

it('shows fewer than three tiles when the store has fewer categories [2.products-01]', async () => {
  answer('GET', '/storeInfo', { body: aStoreInfo({ categories: ['Men', 'Men', 'Women'] }) });
  open();
  expect(await getTiles()).toHaveLength(2);
});

describe('the rail of products', () => {
  it('shows two rows of products under the tiles', async () => {
    open();
    const rail = within(await screen.findByRole('region', { name: 'From the collection' }));
    await waitFor(() => expect(rail.getAllByRole('article')).toHaveLength(8));
    expect(rail.getByText('Plain 0')).toBeVisible();
    expect(calls('GET', '/products').map(({ query }) => query)).toEqual([{ page: '1', limit: '12' }]);
  });

  it('shows the featured products for the link of the home page [R.04-2]', async () => {
    open('/products?featured=true');
    const rail = within(await screen.findByRole('region', { name: 'Featured Products' }));
    await waitFor(() => expect(rail.getAllByRole('article')).toHaveLength(8));
    expect(rail.queryByText('Plain 0')).not.toBeInTheDocument();
  });

  it('shows no rail when no product is featured', async () => {
    answer('GET', '/products', { body: aProductList(createProducts(3, false)) });
    open('/products?featured=true');
    await getTiles();
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Featured Products' })).not.toBeInTheDocument());
  });

  it('shows no rail and logs the error when its products do not load', async () => {
    expectLog('Products under the categories failed to load');
    answer('GET', '/products', { status: 500, body: null });
    open();
    await getTiles();
    await waitFor(() => expect(screen.queryByRole('region', { name: 'From the collection' })).not.toBeInTheDocument());
  });
});
