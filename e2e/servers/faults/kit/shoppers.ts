import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createProductId } from '@shop/store-api/products/product-id';
import { shippingAddress } from '@shop/store-api/testing/shipping-address';

/** Shoppers who place and pay orders until they are stopped. */
export interface Shoppers {
  /** Number of acknowledged orders so far. */
  getAcknowledged: () => number;
  /**
   * Stops the shoppers when each has an answer to the last request.
   *
   * @returns Numbers of acknowledged orders and payments, of those that the API has, and of orders that it has twice.
   */
  stop: () => Promise<{ acknowledged: number; found: number; duplicates: number }>;
}

/**
 * Starts shoppers with an account of their own. A request without an answer, or with a 5xx, is repeated with its
 * Idempotency-Key, as the shop does when a shopper submits again.
 *
 * @param origin Origin of the store API.
 */
export async function startShoppers(origin: string, count: number): Promise<Shoppers> {
  const api = `${origin}/api/v1`;
  const orders: { id: string; email: string; isPaid: boolean }[] = [];
  /** E-mails of the attempts that a killed server has left: they may have become an order. */
  const undecided: string[] = [];
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
  const fields = { method: 'Cash on delivery', phone: '9845012345', terms: 'true' };
  /** Sends a request until it is answered. Null when the API says that an earlier attempt with the key may still run. */
  const submit = async (path: string, body: object, authorization: string): Promise<Response | null> => {
    const key = randomUUID();
    for (;;) {
      const response = await send(path, body, { authorization, 'idempotency-key': key }).catch(() => null);
      if (response?.ok) return response;
      if (response?.status === 409) return null;
      if (response && response.status < 500) throw new Error(await response.text());
      await delay(50);
    }
  };
  const shop = async ({ email, authorization }: (typeof accounts)[number]) => {
    while (isOpen) {
      const response = await submit('/orders', order, authorization);
      if (!response) undecided.push(email);
      else {
        const { id } = (await response.json()) as { id: string };
        const placed = { id, email, isPaid: false };
        orders.push(placed);
        placed.isPaid = (await submit('/payments', { orderId: id, fields }, authorization)) !== null;
      }
    }
  };
  const running = Promise.all(accounts.map(shop));
  return {
    getAcknowledged: () => orders.length,
    stop: async () => {
      isOpen = false;
      await running;
      let found = 0;
      for (const { id, email, isPaid } of orders) {
        const response = await fetch(`${api}/orders/${id}?contactInfo=${encodeURIComponent(email)}`);
        if (!response.ok) continue;
        found++;
        if (isPaid && ((await response.json()) as { status: number }).status === 1) found++;
      }
      let duplicates = 0;
      for (const { authorization, email } of accounts) {
        const list = await (await fetch(`${api}/orders`, { headers: { authorization } })).text();
        const known = [...orders.map((placed) => placed.email), ...undecided].filter((owner) => owner === email).length;
        // The list ends after 100 orders.
        if (known < 100) duplicates += Math.max(0, (list.match(/"id":"TT-/g)?.length ?? 0) - known);
      }
      return { acknowledged: orders.length + orders.filter(({ isPaid }) => isPaid).length, found, duplicates };
    },
  };
}
