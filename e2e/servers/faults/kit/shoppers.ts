import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createProductId } from '@shop/store-api/products/product-id';
import { shippingAddress } from '@shop/store-api/testing/shipping-address';
import { waitUntil } from '@shop/testing/wait-until';

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
  stop: () => Promise<{
    acknowledged: string[];
    failures: number;
    found: number;
    duplicates: number;
    undecided: number;
  }>;
}

/**
 * Starts shoppers with an account of their own. A request without an answer, or with a 5xx, is repeated with its
 * Idempotency-Key, as the shop does when a shopper submits again.
 *
 * @param origin Origin of the store API.
 * @param decidesAll  Whether `stop` repeats the attempts that a killed server has left, until the API decides on them: a minute.
 */
export async function startShoppers(origin: string, count: number, decidesAll = false): Promise<Shoppers> {
  const api = `${origin}/api/v1`;
  const acknowledged: { id: string; email: string }[] = [];
  const undecided: { email: string; authorization: string; key: string }[] = [];
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
  /** Places an order. Null when the API says that an earlier attempt with the key may still run. */
  const placeOrder = async (authorization: string, key: string): Promise<string | null> => {
    for (;;) {
      const response = await send('/orders', order, { authorization, 'idempotency-key': key }).catch(() => null);
      if (response?.status === 201) return ((await response.json()) as { id: string }).id;
      if (response?.status === 409) return null;
      if (response && response.status < 500) throw new Error(await response.text());
      failures++;
      await delay(50);
    }
  };
  const shop = async ({ email, authorization }: (typeof accounts)[number]) => {
    while (isOpen) {
      const key = randomUUID();
      const id = await placeOrder(authorization, key);
      if (id === null) undecided.push({ email, authorization, key });
      else acknowledged.push({ id, email });
    }
  };
  const running = Promise.all(accounts.map(shop));
  return {
    getAcknowledged: () => acknowledged.length,
    stop: async () => {
      isOpen = false;
      await running;
      if (decidesAll) {
        for (const { authorization, key, email } of undecided.splice(0)) {
          const decide = () => placeOrder(authorization, key);
          const id = await waitUntil(decide, {
            timeoutMs: 90_000,
            intervalMs: 1000,
            message: 'the API decides on an order',
          });
          acknowledged.push({ id, email });
        }
      }
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
        const open = undecided.filter((attempt) => attempt.email === email).length;
        duplicates += own + open < 100 ? Math.max(0, stored - own - open) : 0;
      }
      return {
        acknowledged: acknowledged.map(({ id }) => id),
        failures,
        found,
        duplicates,
        undecided: undecided.length,
      };
    },
  };
}
