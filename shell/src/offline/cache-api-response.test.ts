import { cacheApiResponse } from './cache-api-response';
import { cacheNames } from './cache-policy';

const api = 'https://api.shop.example/api/v1';
const cached = new Map<string, Response>();
const opened: string[] = [];

const fakeCaches = (isFull = false) => ({
  open: async (name: string) => {
    opened.push(name);
    if (isFull) throw new DOMException('full', 'QuotaExceededError');
    return { put: async (address: string, response: Response) => void cached.set(address, response) };
  },
});

afterEach(() => {
  cached.clear();
  opened.length = 0;
  Reflect.deleteProperty(window, 'caches');
});

it('caches catalogue responses and no response of one shopper', async () => {
  Object.assign(window, { caches: fakeCaches() });
  for (const path of ['/products/7', '/products?page=1', '/storeInfo', '/orders', '/orders/7', '/accountInfo']) {
    await cacheApiResponse(api + path, { path });
  }
  expect([...cached.keys()]).toEqual([`${api}/products/7`, `${api}/products?page=1`, `${api}/storeInfo`]);
  expect(await cached.get(`${api}/products/7`)?.json()).toEqual({ path: '/products/7' });
  expect(new Set(opened)).toEqual(new Set([cacheNames.apiResponses]));
});

it('ignores a browser without a cache and a full cache', async () => {
  await cacheApiResponse(`${api}/storeInfo`, {});
  Object.assign(window, { caches: fakeCaches(true) });
  await cacheApiResponse(`${api}/storeInfo`, {});
  expect(cached.size).toBe(0);
});
