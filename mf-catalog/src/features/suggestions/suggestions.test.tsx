import { cleared } from '@shop/cart/cart-slice';
import { useCart } from '@shop/cart/use-cart';
import type { OwnedPaths, RemoteRoutes } from '@shop/remote-contract/remote-module';
import { Slot } from '@shop/slots/slot';
import { aProduct, aProductList } from '@shop/testing/builders';
import { renderRoutes } from '@shop/testing/render-routes';
import { answer, calls, createDeferred, type FakeAnswer, fakeStoreApi } from '@shop/testing/store-api-fake';
import { act, screen, waitFor, within } from '@testing-library/react';
import { paths as catalogPaths } from '../../paths';
import { routes as catalogRoutes, slots } from '../../routes';
import { getProductNames } from '../../testing/product-list';
import ownTexts from '../../texts/hi.json';

fakeStoreApi();

/** A screen of another remote. */
const paths = { ...catalogPaths, cart: { pattern: '/cart', access: 'open' } } as const satisfies OwnedPaths;

function CartScreen() {
  const { lines } = useCart();
  return (
    <>
      <h1>{lines.length} lines</h1>
      <Slot name="screen.suggestions" props={{ productIds: lines.map(({ id }) => id) }} />
    </>
  );
}

const routes: RemoteRoutes<typeof paths> = {
  ...catalogRoutes,
  cart: async () => ({ screen: { Screen: CartScreen } }),
};

/** Sub-categories of the shop with their products. */
const shop: Record<string, string[]> = {
  Pans: ['Tawa', 'Kadhai', 'Saucepan', 'Wok'],
  Jars: ['Dabba', 'Barni', 'Martaban'],
};

const createProduct = (title: string, more: Parameters<typeof aProduct>[0] = {}) => {
  const [parentCategory] = Object.entries(shop).find(([, titles]) => titles.includes(title)) ?? [''];
  return aProduct({ id: title, title, parentCategory, ...more });
};

/** Answers the lists of the sub-categories. Without a sub-category it is the list of popular products. */
const answerLists = (more: Record<string, FakeAnswer> = {}) =>
  answer('GET', '/products', ({ query: { parentCategory = '' } }) => {
    const titles = shop[parentCategory] ?? ['Popular 1', 'Popular 2', 'Popular 3', 'Popular 4', 'Popular 5'];
    return more[parentCategory] ?? { body: aProductList(titles.map((title) => createProduct(title))) };
  });

beforeEach(() => {
  answerLists();
  for (const title of Object.values(shop).flat()) answer('GET', `/products/${title}`, { body: createProduct(title) });
});

/** Opens the screen with a cart of these products, the latest last. */
async function open(cart: readonly string[], language?: Parameters<typeof renderRoutes>[0]['language']) {
  const lines = cart.map((id) => ({ id, name: id, image: '', price: 100, quantity: 1 }));
  window.localStorage.setItem('cart', JSON.stringify(lines));
  const { slot } = await slots['screen.suggestions']();
  const components = { 'screen.suggestions': slot };
  const rendered = renderRoutes({ paths, routes, at: '/cart', components, language });
  await screen.findByRole('heading', { level: 1 });
  return { ...rendered, lines: () => rendered.store.getState().cart.lines };
}

const findSection = (name: string) => screen.findByRole('region', { name });
const listQueries = () => calls('GET', '/products').map(({ query }) => query);
/** Waits for all calls, and expects a screen without a section. */
const expectNothing = async () => {
  await waitFor(() => expect(calls('GET', '/products')).not.toEqual([]));
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(screen.getByRole('main')).toHaveTextContent(/^\d lines$/);
};

it('shows products of the sub-categories of a cart, the latest first and in turn, without those in the cart', async () => {
  await open(['Dabba', 'Tawa']);
  const section = within(await findSection('Goes well with it'));
  expect(section.getByRole('heading', { level: 2 })).toHaveTextContent('Goes well with it');
  expect(section.getAllByRole('heading', { level: 3 })).toHaveLength(4);
  expect(getProductNames()).toEqual(['Kadhai', 'Barni', 'Saucepan', 'Martaban']);
  const more = { page: '1', limit: '12', category: 'cookware' };
  expect(listQueries()).toEqual([
    { ...more, parentCategory: 'Pans' },
    { ...more, parentCategory: 'Jars' },
  ]);
});

it('requests the products of four lines and two lists for a long cart', async () => {
  await open(['Wok', 'Saucepan', 'Kadhai', 'Tawa', 'Dabba', 'Barni']);
  await findSection('Goes well with it');
  expect(calls('GET').filter(({ path }) => path.startsWith('/products'))).toHaveLength(6);
  expect(getProductNames()).toEqual(['Martaban']);
});

it('shows the first four products of the shop for an empty cart', async () => {
  await open([]);
  await findSection('Popular products');
  expect(getProductNames()).toEqual(['Popular 1', 'Popular 2', 'Popular 3', 'Popular 4']);
  expect(listQueries()).toEqual([{ page: '1', limit: '12' }]);
});

it('adds a product to the cart and keeps the screen, the section and the focus', async () => {
  const { user, lines, location } = await open(['Tawa']);
  await findSection('Goes well with it');
  const add = within(screen.getByRole('article', { name: 'Wok' })).getByRole('button', { name: 'Add to Cart' });
  await user.click(add);
  expect(lines().map(({ id }) => id)).toEqual(['Tawa', 'Wok']);
  expect(screen.getByText('Added to cart / Wok')).toBeInTheDocument();
  expect(location().pathname).toBe('/cart');
  expect(add).toHaveFocus();
  expect(getProductNames()).toEqual(['Kadhai', 'Saucepan', 'Wok']);
});

it('keeps popular products when one of them is added to an empty cart', async () => {
  answer('GET', '/products/Popular 1', { body: createProduct('Popular 1') });
  const { user, lines } = await open([]);
  await findSection('Popular products');
  const [add] = screen.getAllByRole('button', { name: 'Add to Cart' });
  if (add) await user.click(add);
  expect(lines()).toHaveLength(1);
  expect(add).toHaveFocus();
  expect(getProductNames()[0]).toBe('Popular 1');
});

it('opens the page of a product that needs a choice', async () => {
  const sizes = [{ key: 'size', value: ['20 cm', '24 cm'] }];
  const wok = createProduct('Wok', { attributes: sizes });
  answerLists({ Pans: { body: aProductList([wok]) } });
  answer('GET', '/products/Wok', { body: wok });
  const { user, lines, location } = await open(['Tawa']);
  await findSection('Goes well with it');
  await user.click(screen.getByRole('button', { name: 'Add to Cart' }));
  expect(location().pathname).toBe('/product/Wok');
  expect(lines()).toHaveLength(1);
});

it('shows popular products in place of the others when the cart becomes empty, and their place while they load', async () => {
  const arrival = createDeferred();
  answerLists({ '': { after: arrival.promise, body: aProductList([createProduct('Popular 1')]) } });
  const { store } = await open(['Tawa']);
  await findSection('Goes well with it');
  act(() => void store.dispatch(cleared()));
  const section = within(await findSection('Popular products'));
  expect(section.getByRole('status')).toHaveTextContent('Loading products');
  expect(screen.queryByRole('article')).not.toBeInTheDocument();
  arrival.resolve();
  expect(await section.findByRole('article', { name: 'Popular 1' })).toBeInTheDocument();
});

it('shows the products of one sub-category when the list of the other fails', async () => {
  answerLists({ Pans: { status: 500, body: null } });
  await open(['Dabba', 'Tawa']);
  await findSection('Goes well with it');
  expect(getProductNames()).toEqual(['Barni', 'Martaban']);
});

it.each<[what: string, cart: string[], lists: Record<string, FakeAnswer>]>([
  ['the lists fail', ['Tawa'], { Pans: { status: 500, body: null } }],
  ['the popular products fail', [], { '': 'no response' }],
  ['the popular products are malformed', [], { '': { body: { data: 'none' } } }],
  ['the shop has no products', [], { '': { body: aProductList([]) } }],
  ['all products of the sub-category are in the cart', ['Dabba', 'Barni', 'Martaban'], {}],
])('shows nothing when %s', async (_what, cart, lists) => {
  answerLists(lists);
  await open(cart);
  await expectNothing();
});

it.each<[what: string, product: FakeAnswer]>([
  ['the shop no longer has', { status: 404, body: {} }],
  ['is in no category', { body: createProduct('Tawa', { category: '' }) }],
])('shows nothing and requests no list for a product that %s', async (_what, product) => {
  answer('GET', '/products/Tawa', product);
  await open(['Tawa']);
  await waitFor(() => expect(calls('GET', '/products/Tawa')).toHaveLength(1));
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(screen.getByRole('main')).toHaveTextContent('1 lines');
  expect(listQueries()).toEqual([]);
});

it.each([
  [['Tawa'], 'इसके साथ अच्छे लगेंगे'],
  [[], 'लोकप्रिय प्रोडक्ट'],
])('has a Hindi title for the cart %j', async (cart, title) => {
  await open(cart, { code: 'hi', catalog: ownTexts });
  expect(await findSection(title)).toBeInTheDocument();
});
