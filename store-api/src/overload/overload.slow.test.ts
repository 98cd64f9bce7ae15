import { waitUntil } from '@shop/testing/wait-until';
import { createProductId } from '../products/product-id';
import { shippingAddress } from '../testing/shipping-address';
import { openTestPglite } from '../testing/test-databases';
import { useTestStore } from '../testing/test-store';

const loadLimits = { maxEventLoopDelayMs: 600, maxPendingRequests: 5 };
const order = { products: { [createProductId('copper-saucepan')]: 1 }, shippingAddress };
const busy = { error: 'The shop is busy. Please try again in a moment.' };

describe('the store API beyond its capacity', () => {
  const store = useTestStore(openTestPglite, { settings: { loadLimits } });
  let headers: Record<string, string>;
  beforeAll(async () => {
    headers = (await store.signUp()).headers;
  });

  /** Makes every query wait. @returns A function that lets them run. */
  async function lockDatabase(): Promise<() => void> {
    let unlock = () => {};
    const unlocked = new Promise<void>((resolve) => {
      unlock = resolve;
    });
    await new Promise<void>((resolve, reject) => {
      const hold = async () => {
        resolve();
        await unlocked;
      };
      store.db.transaction().execute(hold).catch(reject);
    });
    return unlock;
  }

  it('refuses requests at once with 503 and Retry-After, purchases last, and loses no order', async () => {
    const unlock = await lockDatabase();
    let settled = 0;
    const list = (page: number) =>
      store.get(`/products?page=${page}`).then((response) => {
        settled++;
        return response;
      });
    const lists = [1, 2, 3, 4, 5, 6].map(list);
    await waitUntil(() => settled === 2, { message: 'two of six requests are refused' });
    const origin = 'http://localhost:3000';
    const refused = await store.get('/products/x', { origin });
    expect([refused.statusCode, refused.json()]).toEqual([503, busy]);
    expect(refused.headers['retry-after']).toMatch(/^[1-3]$/);
    // A script of the shop can read the response.
    expect(refused.headers['access-control-allow-origin']).toBe(origin);
    expect(refused.headers['access-control-expose-headers']).toContain('retry-after');
    // The shop sends lines and keys of orders only to an API that announces them.
    const { headers: usual } = await store.app.inject('/healthz');
    const announced = Object.entries(usual).filter(([name]) => name.startsWith('accept-'));
    expect(announced).not.toEqual([]);
    expect(refused.headers).toMatchObject(Object.fromEntries(announced));

    // `inject` sends a request once somebody waits for it.
    const health = Promise.resolve(store.app.inject('/healthz'));
    const first = Promise.resolve(store.post('/orders', order, { ...headers, 'idempotency-key': 'first' }));
    const second = await store.post('/orders', order, { ...headers, 'idempotency-key': 'second' });
    expect([second.statusCode, second.json()]).toEqual([503, busy]);
    unlock();
    expect((await health).statusCode).toBe(200);
    expect((await first).statusCode).toBe(201);
    expect((await Promise.all(lists)).map(({ statusCode }) => statusCode).sort()).toEqual([
      200, 200, 200, 200, 503, 503,
    ]);

    // The refused request has not used its key.
    const repeated = await store.post('/orders', order, { ...headers, 'idempotency-key': 'second' });
    expect(repeated.statusCode).toBe(201);
    expect(repeated.headers['idempotency-replayed']).toBeUndefined();
    const orders = (await store.get('/orders', headers)).json<unknown>();
    expect(JSON.stringify(orders).match(/"status"/g)).toHaveLength(2);
  });
});
