import { cacheApiResponse } from './cache-api-response';
import { cacheNames } from './cache-policy';
import { cacheMissingApiResponses } from './cache-visited-pages';

const api = 'https://api.shop.example/api/v1';
const cached = new Map<string, Response>();
const opened: string[] = [];

const fakeCaches = (isFull = false) => ({
  open: async (name: string) => {
    opened.push(name);
    if (isFull) throw new DOMException('full', 'QuotaExceededError');
    return {
      put: async (address: string, response: Response) => void cached.set(address, response),
      match: async (address: string) => cached.get(address),
    };
  },
});

afterEach(() => {
  cached.clear();
  opened.length = 0;
  Reflect.deleteProperty(window, 'caches');
});

it('caches catalogue responses and no response of one shopper', async () => {
  Object.assign(window, { caches: fakeCaches() });
  for (const path of [
    '/products/7',
    '/products?page=1',
    '/products?id=7&id=8',
    '/storeInfo',
    '/orders',
    '/orders/7',
    '/accountInfo',
  ]) {
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

it('requests a response of the document only when the device does not have it', async () => {
  Object.assign(window, { caches: fakeCaches() });
  await cacheApiResponse(`${api}/storeInfo`, { storeName: 'Tamra' });
  const requested: string[] = [];
  const answer = async (address: RequestInfo | URL) => {
    requested.push(address as string);
    return Response.json({ id: '7' });
  };
  const fetch = jest.spyOn(globalThis, 'fetch').mockImplementation(answer);
  await cacheMissingApiResponses([`${api}/storeInfo`, `${api}/products/7`, `${api}/orders`]);
  expect(requested).toEqual([`${api}/products/7`]);
  expect(await cached.get(`${api}/products/7`)?.json()).toEqual({ id: '7' });
  fetch.mockRestore();
});
