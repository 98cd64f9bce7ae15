import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createProductId } from '@shop/store-api/products/product-id';

const shippingAddress = {
  fullName: 'Asha Rao',
  address: '5 Church Street',
  city: 'Bengaluru',
  state: 'Karnataka',
  postalCode: '560001',
  phone: '+91 98450 12345',
};

/** Shoppers who place orders until they are stopped. */
export interface Shoppers {
  /** Ids of the acknowledged orders so far. */
  getAcknowledged: () => number;
  /**
   * Stops the shoppers when each has an answer to the last request.
   *
   * @returns The acknowledged orders, the requests that got no order, the acknowledged orders that the
   *   API has, and the number of orders that it has twice.
   */
  stop: () => Promise<{ acknowledged: string[]; failures: number; found: number; duplicates: number }>;
}

/**
 * Starts shoppers with an account of their own. A request without an answer, or with a 5xx, is repeated with its
 * Idempotency-Key, as the shop does when a shopper submits again.
 *
 * @param origin Origin of the store API.
 */
export async function startShoppers(origin: string, count: number): Promise<Shoppers> {
  const api = `${origin}/api/v1`;
  const acknowledged: { id: string; email: string }[] = [];
  let failures = 0;
  let isOpen = true;
  const send = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(api + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(15_000),
    });
  const signUp = async () => {
    const email = `cook-${randomUUID()}@example.com`;
    const credentials = { email, password: 'saffron-and-salt' };
    await send('/users/register', { ...credentials, firstName: 'Asha', lastName: 'Rao' });
    const { token } = (await (await send('/users/authorize', credentials)).json()) as { token: string };
    return { email, authorization: `Bearer ${token}` };
  };
  const accounts = await Promise.all(Array.from({ length: count }, signUp));
  const order = { products: { [createProductId('copper-saucepan')]: 1 }, shippingAddress };
  const placeOrder = async (authorization: string): Promise<string> => {
    const key = randomUUID();
    for (;;) {
      const response = await send('/orders', order, { authorization, 'idempotency-key': key }).catch(() => null);
      if (response?.status === 201) return ((await response.json()) as { id: string }).id;
      // 409: the first attempt is still running. Another 4xx would be a defect of the test.
      if (response && response.status < 500 && response.status !== 409) throw new Error(await response.text());
      failures++;
      await delay(50);
    }
  };
  const shop = async ({ email, authorization }: (typeof accounts)[number]) => {
    while (isOpen) acknowledged.push({ id: await placeOrder(authorization), email });
  };
  const running = Promise.all(accounts.map(shop));
  return {
    getAcknowledged: () => acknowledged.length,
    stop: async () => {
      isOpen = false;
      await running;
      let found = 0;
      for (const { id, email } of acknowledged) {
        const response = await fetch(`${api}/orders/${id}?contactInfo=${encodeURIComponent(email)}`);
        if (response.ok && ((await response.json()) as { id: string }).id === id) found++;
      }
      let duplicates = 0;
      for (const { authorization, email } of accounts) {
        const own = acknowledged.filter((order) => order.email === email).length;
        const list = await (await fetch(`${api}/orders`, { headers: { authorization } })).text();
        const stored = list.match(/"id":"TT-/g)?.length ?? 0;
        // The list ends after 100 orders.
        duplicates += own < 100 ? stored - own : 0;
      }
      return { acknowledged: acknowledged.map(({ id }) => id), failures, found, duplicates };
    },
  };
}
