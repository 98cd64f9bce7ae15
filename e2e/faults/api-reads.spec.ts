import type { Page } from '@playwright/test';
import { type ExistingIds, type FaultCase, get, runCases, spread } from '../fixtures/faults/fault-cases';
import { expect, expectFrame, readStoredCart, test, withoutServerRendering } from '../fixtures/faults/faults';
import { type Answer, type ApiCall, callFaults, FaultyApi } from '../fixtures/faults/faulty-api';
import { expectSoundScreen } from '../fixtures/faults/screen-check';
import { shortenTimeLimits } from '../fixtures/faults/time-lapse';

/** A screen, and what it shows while one of its calls fails and afterwards. */
interface Place {
  name: string;
  address: (ids: ExistingIds) => string;
  call: ApiCall;
  /** Asserts what the shopper reads. Specification 8. */
  expectFailure: (page: Page, fault: string) => Promise<void>;
  /** Loads again, as the screen offers it. */
  retry: (page: Page) => Promise<void>;
  expectContent: (page: Page) => Promise<void>;
}

const text = (message: string | RegExp) => (page: Page) =>
  expect(page.getByText(message).first()).toBeVisible({ timeout: 15_000 });
const heading = (name: string | RegExp) => (page: Page) =>
  expect(page.getByRole('heading', { name }).first()).toBeVisible();
/** Presses a button that loads again. The screen retries too, and may remove the button before the click. */
const press = (name: string) => async (page: Page) => {
  const button = page.getByRole('main').getByRole('button', { name }).first();
  await button.click({ timeout: 2000 }).catch(() => expect(button).toBeHidden());
};
const reload = async (page: Page) => void (await page.reload());
const isEmptyAnswer = (fault: string) => /empty body|null/.test(fault);

const places: readonly Place[] = [
  {
    name: 'store information on the home page',
    address: () => '/',
    call: get('/storeInfo'),
    expectFailure: text('Failed to load store information. Please refresh the page.'),
    retry: reload,
    expectContent: heading('Premium Kitchen Essentials'),
  },
  {
    name: 'featured products on the home page',
    address: () => '/',
    call: get('/products'),
    expectFailure: text('No featured products available at the moment.'),
    retry: reload,
    expectContent: (page) => expect(page.getByRole('article').first()).toBeVisible(),
  },
  {
    name: 'a product list',
    address: () => '/products?category=cookware',
    call: get('/products'),
    expectFailure: text('Failed to load products. Please try again.'),
    retry: press('Try Again'),
    expectContent: (page) => expect(page.getByRole('article')).toHaveCount(6),
  },
  {
    name: 'a product',
    address: ({ product }) => `/product/${product}`,
    call: get(/^\/products\/./),
    expectFailure: (page, fault) =>
      text(isEmptyAnswer(fault) ? 'Product not found' : 'Failed to load product details')(page),
    retry: async (page) => {
      if (await page.getByRole('main').getByRole('button', { name: 'Try Again' }).isVisible())
        await press('Try Again')(page);
      else await page.reload();
    },
    expectContent: (page) =>
      expect(page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first()).toBeVisible(),
  },
  {
    name: 'current prices in the cart',
    address: () => '/cart',
    call: get(/^\/products\/./),
    expectFailure: heading('Your cart'),
    retry: reload,
    expectContent: heading('Your cart'),
  },
  {
    name: 'current prices at checkout',
    address: () => '/checkout',
    call: get(/^\/products\/./),
    expectFailure: heading('Checkout'),
    retry: reload,
    expectContent: (page) => expect(page.getByRole('button', { name: 'Place Order' })).toBeEnabled(),
  },
  {
    name: 'the account',
    address: () => '/account',
    call: get('/accountInfo'),
    expectFailure: (page, fault) => {
      const status = /answers (\d+)/.exec(fault)?.[1];
      const lost = /refuses|does not answer/.test(fault) ? 'No response received' : '';
      const detail = status ? `Status: ${status}` : lost;
      return text(`Failed to load account information${detail && ` (${detail})`}`)(page);
    },
    retry: press('Try Again'),
    expectContent: text('Member since'),
  },
  {
    name: 'the orders',
    address: () => '/orders',
    call: get('/orders'),
    expectFailure: text('Failed to load your orders. Please try again.'),
    retry: press('Try Again'),
    expectContent: (page) => expect(page.getByRole('article').first()).toBeVisible(),
  },
  {
    name: 'the fields of the payment form',
    address: ({ order }) => `/payment?orderId=${order}`,
    call: get('/payments/fields'),
    expectFailure: text('Failed to load payment form. Please try again later.'),
    retry: press('Try Again'),
    expectContent: (page) => expect(page.getByRole('group', { name: 'How would you like to pay?' })).toBeVisible(),
  },
  {
    name: 'the amount of the payment',
    address: ({ order }) => `/payment?orderId=${order}`,
    call: get('/orders'),
    expectFailure: text('The amount of this order could not be loaded. Check it in My Orders before you pay.'),
    retry: press('Load the amount again'),
    expectContent: text('Total to pay'),
  },
];

test('a failure to load shows a message on each screen, and the screen recovers', ({ visit, storeApi }) =>
  visit({}, async ({ page, header, product, token, expectNoneUncaught }) => {
    const ids = { product: product.id, order: await storeApi.placeOrder(token, product.id) };
    await shortenTimeLimits(page);
    const api = await FaultyApi.start(page);

    const runCase = async (place: Place, fault: string, answer: Answer) => {
      api.fail(place.call, answer);
      await page.goto(withoutServerRendering(place.address(ids)));
      await place.expectFailure(page, fault);
      await expect.poll(() => api.count, { message: 'the screen has made the call' }).toBeGreaterThan(0);
      await expectSoundScreen(page);
      await expectFrame(page);
      await expect(header.account).toBeVisible();

      api.end();
      await place.retry(page);
      await place.expectContent(page);
      await expectSoundScreen(page);
      expect(Object.values(await readStoredCart(page))).toEqual([2]);
      expectNoneUncaught();
    };
    const cases = spread(places, Object.entries(callFaults), 4).map(
      ([place, [fault, answer]]): FaultCase => ({
        fault,
        place: place.name,
        run: () => runCase(place, fault, answer),
      }),
    );
    await runCases('failures of calls that load', cases);
  }));
