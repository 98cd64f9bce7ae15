import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createProductId } from '@shop/store-api/products/product-id';
import { describeOnEachDatabase } from '@shop/store-api/testing/test-databases';
import { byScale, recordCounts } from '../../counts/counts';
import { type Account, createOrderBody, openTestApi, type TestApi } from './kit/test-api';

const accountCount = byScale({ bounded: 3, full: 8 });
const ordersOfAccount = byScale({ bounded: 6, full: 40 });
/** Requests that are sent at once with one Idempotency-Key, or that pay for one order at once. */
const copies = 4;
/** Orders that all shoppers together place or pay for at once: with their copies, fewer than the server's connections. */
const ordersAtOnce = 64;

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

interface Shopper {
  account: Account;
  token: string;
}

describeOnEachDatabase('the store API with concurrent shoppers', (open) => {
  let api: TestApi;
  let shoppers: Shopper[];
  beforeAll(async () => {
    api = await openTestApi(open);
    shoppers = [];
    for (let index = 0; index < accountCount; index += 1) {
      const account = await api.addAccount('shopper');
      shoppers.push({ account, token: (await api.startSession(account)).token });
    }
  }, 120_000);
  afterAll(() => api.close());

  async function post(path: string, { token }: Shopper, body: unknown, key?: string): Promise<Answer> {
    const response = await fetch(api.origin + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(key ? { 'idempotency-key': key } : {}),
      },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  }

  /** Repeats a request while another one with its key has no response yet, as the shop does. */
  async function postUntilAnswered(path: string, shopper: Shopper, body: unknown, key: string): Promise<Answer> {
    for (;;) {
      const answer = await post(path, shopper, body, key);
      if (answer.status !== 409 || !String(answer.body.error).startsWith('The same request')) return answer;
      await sleep(20);
    }
  }

  async function forEachOrder<Result>(work: (shopper: Shopper, index: number) => Promise<Result>): Promise<Result[]> {
    const all = Array.from({ length: ordersOfAccount }, (_entry, index) =>
      shoppers.map((shopper) => ({ shopper, index })),
    ).flat();
    const results: Result[] = [];
    while (all.length > 0) {
      const batch = all.splice(0, ordersAtOnce);
      results.push(...(await Promise.all(batch.map(({ shopper, index }) => work(shopper, index)))));
    }
    return results;
  }

  const listOrders = () => api.store.db.selectFrom('customerOrder').selectAll().execute();

  it('stores exactly the orders that it acknowledged, with their totals, to the right account', async () => {
    const price = await api.store.db
      .selectFrom('product')
      .select(['regularPaise', 'discountedPaise'])
      .where('id', '=', createProductId('toaster'))
      .executeTakeFirstOrThrow();
    const paise = price.discountedPaise ?? price.regularPaise;
    const answers = await forEachOrder(async (shopper, index) => {
      const quantity = index + 1;
      const { status, body } = await post('/api/v1/orders', shopper, createOrderBody(shopper.account, quantity));
      const isRight = status === 201 && body.total === (paise * quantity) / 100;
      return { isRight, id: String(body.id), accountId: shopper.account.id };
    });
    const stored = await listOrders();
    const owners = new Map(stored.map(({ id, accountId }) => [id, accountId]));
    const found = answers.filter(({ isRight, id, accountId }) => isRight && owners.get(id) === accountId);
    recordCounts('security', {
      label: 'concurrent orders',
      tried: answers.length,
      survived: found.length,
      figures: { found: stored.length },
    });
    expect([found.length, stored.length]).toEqual([answers.length, answers.length]);
  }, 240_000);

  it('stores one order for an Idempotency-Key that many requests use at once', async () => {
    const before = (await listOrders()).length;
    const groups = await forEachOrder(async (shopper) => {
      const key = randomUUID();
      const body = createOrderBody(shopper.account);
      const send = () => postUntilAnswered('/api/v1/orders', shopper, body, key);
      const answers = await Promise.all(Array.from({ length: copies }, send));
      return new Set(answers.map(({ status, body: order }) => `${status} ${String(order.id)}`));
    });
    const isOne = (answers: Set<string>) => answers.size === 1 && [...answers][0]?.startsWith('201 ');
    const survived = groups.filter(isOne).length;
    recordCounts('security', {
      label: 'orders with one key, sent four times at once',
      tried: groups.length,
      survived,
      figures: { requests: groups.length * copies },
    });
    expect(survived).toBe(groups.length);
    expect((await listOrders()).length - before).toBe(groups.length);
  }, 240_000);

  it('keeps the keys of two accounts apart', async () => {
    const key = randomUUID();
    const answers = await Promise.all(
      shoppers.map((shopper) => post('/api/v1/orders', shopper, createOrderBody(shopper.account), key)),
    );
    expect(answers.map(({ status }) => status)).toEqual(shoppers.map(() => 201));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(shoppers.length);
  });

  const cash = (orderId: string) => ({
    orderId,
    fields: { method: 'Cash on delivery', phone: '9845012345', terms: 'true' },
  });

  it('accepts one payment of an order that many requests pay for at once', async () => {
    const results = await forEachOrder(async (shopper, index) => {
      const orderId = await api.placeOrder(shopper.account, shopper.token);
      const key = index % 2 === 0 ? randomUUID() : undefined;
      const pay = () =>
        key
          ? postUntilAnswered('/api/v1/payments', shopper, cash(orderId), key)
          : post('/api/v1/payments', shopper, cash(orderId));
      const online = async () => {
        const upi = { ...cash(orderId), fields: { ...cash(orderId).fields, method: 'UPI QR code' } };
        const { body } = await post('/api/v1/payments', shopper, upi);
        const link = String((body.action as { qr?: string } | undefined)?.qr ?? '');
        const reference = new URLSearchParams(link.split('?')[1]).get('tr');
        return reference ? post(`/sandbox/upi/${reference}/confirm`, shopper, {}) : undefined;
      };
      const [confirmation, ...answers] = await Promise.all([online(), ...Array.from({ length: copies }, pay)]);
      const accepted = answers.filter(({ status, body }) => status === 200 && body.success === true).length;
      const isConfirmed = confirmation?.status === 200;
      // Requests with one key have one answer. Without a key, each request is an attempt of its own.
      const expected = isConfirmed ? 0 : key ? copies : 1;
      const payments = await api.store.db
        .selectFrom('payment')
        .select('reference')
        .where('orderId', '=', orderId)
        .where('status', '=', 'accepted')
        .execute();
      return payments.length === 1 && accepted === expected;
    });
    const survived = results.filter(Boolean).length;
    recordCounts('security', {
      label: 'orders that five requests pay for at once',
      tried: results.length,
      survived,
      figures: { requests: results.length * (copies + 1) },
    });
    expect(survived).toBe(results.length);
  }, 240_000);
});
