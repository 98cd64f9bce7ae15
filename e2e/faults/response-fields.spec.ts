import { addresses } from '../fixtures/addresses';
import { AnswerInPage } from '../fixtures/faults/answer-in-page';
import {
  type ExistingIds,
  type FaultCase,
  get,
  groupPlaces,
  type LoadingPlace,
  pickCases,
  runCases,
} from '../fixtures/faults/fault-cases';
import { expect, expectFrame, test, withoutServerRendering } from '../fixtures/faults/faults';
import { expectSoundScreen } from '../fixtures/faults/screen-check';
import { type Json, listWrongAnswers } from '../fixtures/faults/wrong-values';

/** A screen that shows the answer of a call. */
interface Place extends LoadingPlace {
  /** Path and query of a real answer. */
  source: (ids: ExistingIds) => string;
}

const storeInfo = { call: get('/storeInfo'), source: () => '/storeInfo' };
const products = { call: get('/products'), source: () => '/products?category=cookware&limit=2' };
const product = { call: get(/^\/products\/./), source: (ids: ExistingIds) => `/products/${ids.product}` };
const orders = { call: get('/orders'), source: () => '/orders' };

const places: readonly Place[] = [
  { name: 'home with store information', address: () => '/', ...storeInfo },
  { name: 'contact with store information', address: () => '/contact', ...storeInfo },
  { name: 'a policy with store information', address: () => '/about', ...storeInfo },
  { name: 'home with products', address: () => '/', ...products },
  { name: 'a product list', address: () => '/products?category=cookware', ...products },
  { name: 'the categories with products', address: () => '/products', ...products },
  { name: 'a product', address: (ids) => `/product/${ids.product}`, ...product },
  { name: 'the cart with current products', address: () => '/cart', ...product },
  { name: 'checkout with current products', address: () => '/checkout', ...product },
  { name: 'the account', address: () => '/account', call: get('/accountInfo'), source: () => '/accountInfo' },
  { name: 'the orders', address: () => '/orders', ...orders },
  { name: 'payment with orders', address: (ids) => `/payment?orderId=${ids.order}`, ...orders },
  {
    name: 'payment with its fields',
    address: (ids) => `/payment?orderId=${ids.order}`,
    call: get('/payments/fields'),
    source: () => '/payments/fields',
  },
];

for (const group of groupPlaces(places)) {
  const names = group.length === 1 ? group[0]?.name : 'every screen';
  test(`a wrong field in an answer leaves the shop usable: ${names}`, async ({
    page,
    header,
    request,
    storeApi,
    shopper,
    signedIn,
    storedCart,
    uncaught,
  }) => {
    const lines = await storedCart();
    const token = await signedIn(shopper);
    const sized = (await storeApi.productWithSizes()).product.id;
    const ids = { product: sized, order: await storeApi.placeOrder(token, lines[0]?.id ?? '') };

    const answer = await AnswerInPage.start(page);

    const cases: FaultCase[] = [];
    for (const { name, address, call, source } of group) {
      const response = await request.get(addresses.api + source(ids), {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(response.ok()).toBe(true);
      for (const { fault, path, body } of listWrongAnswers((await response.json()) as Json)) {
        const run = async () => {
          answer.set(call, body);
          const { count } = answer;
          await page.goto(withoutServerRendering(address(ids)), { waitUntil: 'commit' });
          await expect.poll(() => answer.count, { message: 'the screen has made the call' }).toBeGreaterThan(count);
          await expectSoundScreen(page);
          await expectFrame(page);
          await expect(header.account).toBeVisible();
          await expect(header.cart(3)).toBeVisible();
          expect(uncaught.take()).toEqual([]);
        };
        cases.push({ fault, place: `${name}, ${path || 'the complete answer'}`, run });
      }
    }
    await runCases('answers with one wrong field', pickCases(cases));
  });
}
