import { cacheApiResponse } from './cache-api-response';
import { cacheNames } from './cache-policy';

const api = 'https://api.shop.example/api/v1';
const kept = new Map<string, Response>();
const opened: string[] = [];

const fakeCaches = (isFull = false) => ({
  open: async (name: string) => {
    opened.push(name);
    if (isFull) throw new DOMException('full', 'QuotaExceededError');
    return { put: async (address: string, answer: Response) => void kept.set(address, answer) };
  },
});

afterEach(() => {
  kept.clear();
  opened.length = 0;
  Reflect.deleteProperty(window, 'caches');
});

it('keeps the catalogue and nothing of a shopper', async () => {
  Object.assign(window, { caches: fakeCaches() });
  for (const path of ['/products/7', '/products?page=1', '/storeInfo', '/orders', '/orders/7', '/accountInfo']) {
    await cacheApiResponse(api + path, { path });
  }
  expect([...kept.keys()]).toEqual([`${api}/products/7`, `${api}/products?page=1`, `${api}/storeInfo`]);
  expect(await kept.get(`${api}/products/7`)?.json()).toEqual({ path: '/products/7' });
  expect(new Set(opened)).toEqual(new Set([cacheNames.answers]));
});

it('goes without where a browser cannot or will not', async () => {
  await cacheApiResponse(`${api}/storeInfo`, {});
  Object.assign(window, { caches: fakeCaches(true) });
  await cacheApiResponse(`${api}/storeInfo`, {});
  expect(kept.size).toBe(0);
});
