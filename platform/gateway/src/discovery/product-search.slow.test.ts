import { renderedShopOrigin } from '@shop/api-contract/shop-address';
import { createDataReader } from '../data/read-data';
import { startCatalogApi } from '../testing/catalog-api';
import { closeTestGateways, openTestGateway } from '../testing/test-gateway';
import { createProductSearch } from './product-search';
import { createStoreCatalogClient, type StoreCatalogClient } from './store-catalog-client';

afterEach(() => jest.useRealTimers());
afterEach(closeTestGateways);

const startApi = () => startCatalogApi(Array.from({ length: 150 }, (_, index) => String(index)));

/** Opens a gateway over a store API with 150 products. */
async function openShop() {
  const api = await startApi();
  return { ...api, ...(await openTestGateway({ isInProcess: true, storeApiUrl: api.storeApiUrl, hasCatalog: true })) };
}

it('answers 300 searches of a network in a minute, and those of other networks', async () => {
  const { app } = await openShop();
  const search = async (remoteAddress: string) =>
    (await app.inject({ url: '/-/search?q=tava', remoteAddress })).statusCode;
  for (let count = 0; count < 300; count++) expect(await search(`2001:db8:1:${count}::1`)).toBe(200);
  const { statusCode, headers } = await app.inject({ url: '/-/search?q=tava', remoteAddress: '2001:db8:1::1' });
  expect([statusCode, headers['cache-control']]).toEqual([429, 'no-store']);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect(await search('2001:db8:2::1')).toBe(200);
});

it('finds products of the list call, by words and price', async () => {
  const { get } = await openShop();
  const { statusCode, headers, ...response } = await get('/-/search?q=tava&minPrice=240&sort=price-desc&limit=2');
  expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=60']);
  expect(response.json()).toMatchObject({
    data: [{ id: '149', regularPrice: 249 }, { id: '148' }],
    pagination: { page: 1, limit: 2, total: 10, totalPages: 5 },
    isComplete: true,
    indexed: 150,
  });
});

it('reads the list once for several searches', async () => {
  const { calls, get } = await openShop();
  await Promise.all([get('/-/search'), get('/-/search?q=tawa')]);
  expect(calls.sort()).toEqual(['/products?page=1&limit=100', '/products?page=2&limit=100', '/storeInfo']);
});

it('says what is wrong with a parameter', async () => {
  const response = await (await openShop()).get('/-/search?limit=1000');
  expect([response.statusCode, response.headers['cache-control'], response.json()]).toEqual([
    400,
    'no-store',
    { error: 'limit is not valid: write a whole number from 0 to 100.' },
  ]);
});

it('responds with 503 and Retry-After while no products are known', async () => {
  const { errors, get, state } = await openShop();
  state.isDown = true;
  const response = await get('/-/search');
  expect([response.statusCode, response.headers['retry-after'], response.headers['cache-control']]).toEqual([
    503,
    '5',
    'no-store',
  ]);
  expect(response.json()).toEqual({ error: 'The search is not available yet. Please try again in a moment.' });
  await get('/-/search');
  expect(errors).toHaveLength(2);
});

it.each<[string, () => Promise<unknown>, string | number]>([
  [
    'fails while no products are known',
    () => new Promise<never>(() => {}),
    'SearchUnavailableError: The products of the shop are not known yet.',
  ],
  ['finds the products that are known', async () => ({ search: async () => ({ indexed: 1 }) }), 200],
])('a search %s within four seconds while the store API hangs', async (_what, getProducts, outcome) => {
  jest.useFakeTimers();
  const catalog = { hasSearch: () => new Promise<never>(() => {}), getProducts } as unknown as StoreCatalogClient;
  const search = createProductSearch({ storeApiUrl: 'http://localhost:1', catalog, onError: () => {} });
  const result = search(new URLSearchParams('q=tawa')).then(
    ({ status }) => status,
    (error: unknown) => String(error),
  );
  await jest.advanceTimersByTimeAsync(4000);
  expect(await result).toBe(outcome);
});

it('keeps finding products while the store API is down', async () => {
  const { get, state } = await openShop();
  await get('/-/search');
  state.isDown = true;
  expect((await get('/-/search?q=tawa')).json()).toMatchObject({ indexed: 150 });
});

it('asks a store API that announces a search of its own', async () => {
  const { calls, get, state } = await openShop();
  state.hasSearch = true;
  expect((await get('/-/search?size=9&q=tawa+under+500&utm=x')).json()).toEqual({ data: [], from: 'the store API' });
  expect(calls).toEqual(['/storeInfo', '/search?q=tawa&maxPrice=500&size=9']);
});

it('passes the refusal of a store API on, and does not search its own products', async () => {
  const { calls, errors, get, state } = await openShop();
  Object.assign(state, { hasSearch: true, searchStatus: 400 });
  expect((await get('/-/search?q=tawa')).statusCode).toBe(400);
  expect(errors).toEqual([]);
  expect(calls).toEqual(['/storeInfo', '/search?q=tawa']);
});

it.each(['q', 'category', 'colour'])('refuses the character NUL in %s', async (name) => {
  const { get } = await openShop();
  expect((await get(`/-/search?${name}=a%00`)).statusCode).toBe(400);
});

it('searches its own products when the search of the store API fails, and reports that once', async () => {
  const { errors, get, state } = await openShop();
  Object.assign(state, { hasSearch: true, searchStatus: 500 });
  expect((await get('/-/search?q=tawa')).json()).toMatchObject({ indexed: 150 });
  await get('/-/search?q=tawa');
  expect(errors).toEqual(['the store API responds with 500']);
});

it('answers a page that is rendered, and no other address of the shop', async () => {
  const { storeApiUrl } = await startApi();
  const onError = () => {};
  const catalog = createStoreCatalogClient({ storeApiUrl, onError });
  const search = createProductSearch({ storeApiUrl, catalog, onError });
  const read = createDataReader({ settings: { storeApiUrl }, onError, search });
  const { status, body } = await read(`${renderedShopOrigin}/-/search?q=tawa&limit=1`);
  expect([status, JSON.parse(body)]).toEqual([200, expect.objectContaining({ indexed: 150 })]);
  await expect(read(`${renderedShopOrigin}/-/composition`)).rejects.toThrow('is not an address');
});
