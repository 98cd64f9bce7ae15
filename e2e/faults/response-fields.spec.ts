import { addresses } from '../fixtures/addresses';
import { AnswerInPage } from '../fixtures/faults/answer-in-page';
import { type ExistingIds, type FaultCase, get, runCases } from '../fixtures/faults/fault-cases';
import { expect, expectFrame, test, withoutServerRendering } from '../fixtures/faults/faults';
import type { ApiCall } from '../fixtures/faults/faulty-api';
import { expectSoundScreen } from '../fixtures/faults/screen-check';
import { type Json, listWrongAnswers } from '../fixtures/faults/wrong-values';

/** A call, and the screens that show its answer. */
interface ShownCall {
  name: string;
  call: ApiCall;
  /** Path and query of a real answer. */
  source: (ids: ExistingIds) => string;
  addresses: (ids: ExistingIds) => string[];
}

const calls: readonly ShownCall[] = [
  {
    name: 'store information',
    call: get('/storeInfo'),
    source: () => '/storeInfo',
    addresses: () => ['/', '/contact', '/about'],
  },
  {
    name: 'products',
    call: get('/products'),
    source: () => '/products?category=cookware&limit=2',
    addresses: () => ['/', '/products?category=cookware', '/products'],
  },
  {
    name: 'a product',
    call: get(/^\/products\/./),
    source: ({ product }) => `/products/${product}`,
    addresses: ({ product }) => [`/product/${product}`, '/cart', '/checkout'],
  },
  {
    name: 'the account',
    call: get('/accountInfo'),
    source: () => '/accountInfo',
    addresses: () => ['/account'],
  },
  {
    name: 'the orders',
    call: get('/orders'),
    source: () => '/orders',
    addresses: ({ order }) => ['/orders', `/payment?orderId=${order}`],
  },
  {
    name: 'the fields of the payment form',
    call: get('/payments/fields'),
    source: () => '/payments/fields',
    addresses: ({ order }) => [`/payment?orderId=${order}`],
  },
];

for (const { name, call, source, addresses: getAddresses } of calls) {
  test(`a wrong field in an answer leaves the shop usable: ${name}`, ({ visit, request, storeApi }) =>
    visit({}, async ({ page, header, token, product, expectNoneUncaught }) => {
      const sized = (await storeApi.productWithSizes()).product.id;
      const ids = { product: sized, order: await storeApi.placeOrder(token, product.id) };
      const answer = await AnswerInPage.start(page);
      const headers = { authorization: `Bearer ${token}` };
      const response = await request.get(addresses.api + source(ids), { headers });
      expect(response.ok()).toBe(true);
      const screens = getAddresses(ids);
      const cases = listWrongAnswers((await response.json()) as Json).map(({ fault, path, body }, index): FaultCase => {
        // One decoder reads the answer for all screens, which take turns.
        const address = screens[index % screens.length] ?? '/';
        const run = async () => {
          answer.set(call, body);
          const { count } = answer;
          await page.goto(withoutServerRendering(address), { waitUntil: 'commit' });
          await expect.poll(() => answer.count, { message: 'the screen has made the call' }).toBeGreaterThan(count);
          await expectSoundScreen(page);
          await expectFrame(page);
          await expect(header.account).toBeVisible();
          await expect(header.cart(2)).toBeVisible();
          expectNoneUncaught();
        };
        return { fault, place: `${address}, ${path || 'the complete answer'}`, run };
      });
      await runCases('answers with one wrong field', cases);
    }));
}
