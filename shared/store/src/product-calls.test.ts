import { productApi, productSeen } from '@shop/api-client/product-api';
import { aProduct, aProductList } from '@shop/testing/builders';
import { answer, calls, createDeferred, type FakeAnswer, fakeStoreApi } from '@shop/testing/store-api-fake';
import { createAppStore } from './create-app-store';

fakeStoreApi();

const announcement = { 'accept-product-ids': 'true' };
const ids = Array.from({ length: 230 }, (_, index) => `p${index}`);

/** Opens a page whose API base no other test has, because an announcement counts until the page is loaded again. */
let pages = 0;
function openPage() {
  const apiBase = `http://api-${++pages}.test/api/v1`;
  const { store } = createAppStore({ settings: { apiBase, orderAmounts: 'dollar' }, storage: window.localStorage });
  const read = (id: string) => store.dispatch(productApi.endpoints.product.initiate(id, { forceRefetch: true }));
  const answerProduct = (id: string, reply: FakeAnswer) => answer('GET', `${apiBase}/products/${id}`, reply);
  const answerIds = (reply: (ids: string[]) => FakeAnswer) =>
    answer('GET', `${apiBase}/products`, ({ search }) => reply(search.getAll('id')));
  const readPaths = () =>
    calls('GET').map(({ path, search }) => `${path.slice(apiBase.length)} ${search.getAll('id').length}`);
  return { store, read, answerProduct, answerIds, readPaths };
}
type Page = ReturnType<typeof openPage>;

const answerAll = ({ answerProduct, answerIds }: Page, headers: Record<string, string>) => {
  for (const id of ids) answerProduct(id, { body: aProduct({ id }), headers });
  answerIds((named) => ({ body: aProductList(named.map((id) => aProduct({ id }))), headers }));
};

it('reads 230 products of an API that announces ids in six calls of the specification and two with ids', async () => {
  const page = openPage();
  answerAll(page, announcement);
  const results = await Promise.all(ids.map(page.read));
  expect(results.map(({ data }) => data?.id)).toEqual(ids);
  expect(page.readPaths()).toHaveLength(6 + 3);
  expect(page.readPaths().slice(6).sort()).toEqual(['/products 100', '/products 100', '/products 24']);
});

it('reads all products in calls with ids once the API has announced them', async () => {
  const page = openPage();
  answerAll(page, announcement);
  await page.read('p0');
  await Promise.all(ids.slice(0, 100).map(page.read));
  expect(page.readPaths()).toEqual(['/products/p0 0', '/products 100']);
});

it('keeps the address of a call with long ids below 6,100 characters', async () => {
  const page = openPage();
  answerAll(page, announcement);
  await page.read('p0');
  await Promise.all(ids.slice(0, 100).map((id) => page.read(id.padEnd(100, '-é'))));
  const lengths = calls('GET')
    .slice(1)
    .map(({ search }) => search.toString().length);
  expect(lengths.length).toBeGreaterThan(1);
  expect(Math.max(...lengths)).toBeLessThan(6100);
});

it('names every product of a call with ids that fails, so that all are read again', async () => {
  const apiBase = 'http://api-failing.test/api/v1';
  const onResponse = jest.fn();
  const { store } = createAppStore({
    settings: { apiBase, orderAmounts: 'dollar' },
    storage: window.localStorage,
    onResponse,
  });
  const read = (id: string) => store.dispatch(productApi.endpoints.product.initiate(id));
  answer('GET', `${apiBase}/products/p0`, { body: aProduct({ id: 'p0' }), headers: announcement });
  answer('GET', `${apiBase}/products`, { status: 503, body: {} });
  await read('p0');
  await Promise.all(['p1', 'p2', 'p3'].map(read));
  const failed = onResponse.mock.calls.filter(([, , { error }]) => error).map(([, , { key }]) => key);
  expect(failed.sort()).toEqual(['product("p1")', 'product("p2")', 'product("p3")']);
});

it('reads an id that a call with ids does not accept alone', async () => {
  const page = openPage();
  answerAll(page, announcement);
  await page.read('p0');
  const long = 'x'.repeat(101);
  page.answerProduct(long, { status: 404, body: { error: 'Product not found.' } });
  await Promise.all(['p1', long, 'p2', 'p3'].map(page.read));
  expect(page.readPaths().slice(1).sort()).toEqual([`/products/${long} 0`, '/products/p1 0', '/products 2'].sort());
});

it('has at most six calls under way at an API that announces nothing, and reads the products seen last first', async () => {
  const page = openPage();
  const { promise, resolve } = createDeferred();
  for (const id of ids.slice(0, 10)) page.answerProduct(id, { body: aProduct({ id }), after: promise });
  const reads = ids.slice(0, 9).map(page.read);
  await new Promise((done) => setTimeout(done, 20));
  expect(page.readPaths()).toHaveLength(6);
  reads.push(page.read('p9'));
  page.store.dispatch(productSeen('p7'));
  resolve();
  await Promise.all(reads);
  expect(page.readPaths().slice(6)).toEqual(['/products/p7 0', '/products/p9 0', '/products/p6 0', '/products/p8 0']);
});

it.each<[string, (page: Page) => void, unknown[]]>([
  [
    'a product that the response leaves out is not found',
    ({ answerIds }) => answerIds(() => ({ body: aProductList([aProduct({ id: 'a' })]) })),
    ['a', { kind: 'status', status: 404, message: '' }],
  ],
  [
    'a product that cannot be decoded is malformed',
    ({ answerIds }) => answerIds(() => ({ body: { data: [{ id: 'b' }, aProduct({ id: 'a' })] } })),
    ['a', { kind: 'malformed', message: expect.any(String) }],
  ],
  [
    'a response without a list is malformed',
    ({ answerIds }) => answerIds(() => ({ body: {} })),
    Array(2).fill({ kind: 'malformed', message: '' }),
  ],
  [
    'a failed call is the failure of each product',
    ({ answerIds }) => answerIds(() => ({ status: 500, body: { error: 'down' } })),
    Array(2).fill({ kind: 'status', status: 500, message: 'down' }),
  ],
])('of a call with ids, %s', async (_title, prepare, expected) => {
  const page = openPage();
  answerAll(page, announcement);
  await page.read('p0');
  prepare(page);
  const results = await Promise.all(['a', 'b'].map(page.read));
  expect(results.map(({ data, error }) => data?.id ?? error)).toEqual(expected);
});
