import type { BrowserContext, Page } from '@playwright/test';
import { byScale } from '../counts/counts';
import { addresses } from '../fixtures/addresses';
import { type FaultCase, runCases } from '../fixtures/faults/fault-cases';
import { expect, expectFields, fillFields, readStoredCart, test, typedAddress } from '../fixtures/faults/faults';
import { callFaults, FaultyApi } from '../fixtures/faults/faulty-api';
import { expectSoundScreen } from '../fixtures/faults/screen-check';

/** A purchase in one browser. */
interface Purchase {
  context: BrowserContext;
  page: Page;
  api: FaultyApi;
  email: string;
  password: string;
  listOrders: () => Promise<unknown[]>;
}

const atPayment = (page: Page) => expect(page.getByRole('heading', { name: 'Complete Your Payment' })).toBeVisible();
const atCheckout = (page: Page) => expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();

async function openCheckout({ page }: Purchase): Promise<void> {
  await page.goto('/cart');
  await page.getByRole('main').getByRole('button', { name: 'Checkout' }).click();
  await atCheckout(page);
  await fillFields(page, typedAddress);
}

async function placeOrder(purchase: Purchase): Promise<void> {
  await openCheckout(purchase);
  await purchase.page.getByRole('button', { name: 'Place Order' }).click();
  await atPayment(purchase.page);
}

async function payByCard(page: Page): Promise<void> {
  await page.getByLabel('How would you like to pay?').selectOption('Card');
  await page.getByLabel('I agree to the terms of sale').check();
  await page.getByRole('main').getByRole('button', { name: 'Pay Now' }).click();
  // The button of the shop has the same beginning as that of the bank.
  await page.waitForURL(({ origin }) => origin !== addresses.shop);
  await expect(page.getByRole('button', { name: /^Pay/ })).toBeVisible();
}

async function signInAgain({ page, email, password }: Purchase): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await fillFields(page, { Email: email, Password: password });
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Ends the session on the server's side: the next call with the token answers 401. */
const expireSession = (page: Page) => page.evaluate(() => localStorage.setItem('auth_token', 'expired'));

const steps: Readonly<Record<string, (purchase: Purchase) => Promise<void>>> = {
  'a reload of the filled checkout': async (purchase) => {
    const { page } = purchase;
    await openCheckout(purchase);
    await page.reload();
    await expectFields(page, typedAddress);
    expect(Object.values(await readStoredCart(page))).toEqual([2]);
  },
  'Back and Forward at the filled checkout': async (purchase) => {
    const { page } = purchase;
    await openCheckout(purchase);
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Your cart' })).toBeVisible();
    await page.goForward();
    await expectFields(page, typedAddress);
  },
  'another site and Back at the filled checkout': async (purchase) => {
    const { page } = purchase;
    await openCheckout(purchase);
    await page.goto('about:blank');
    await page.goBack();
    await expectFields(page, typedAddress);
  },
  'a reload while the order is sent': async (purchase) => {
    const { page, api, listOrders } = purchase;
    await openCheckout(purchase);
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/orders'));
    // The store API makes the order, and its answer never arrives.
    api.fail({ method: 'POST', path: '/orders' }, async (route) => {
      await route.fetch();
    });
    await page.getByRole('button', { name: 'Place Order' }).click();
    await sent;
    await expect.poll(async () => (await listOrders()).length).toBe(1);
    api.end();
    await page.reload();
    await expectFields(page, typedAddress);
    await page.getByRole('button', { name: 'Place Order' }).click();
    await atPayment(page);
    expect(await listOrders(), 'the order was made once').toHaveLength(1);
  },
  'Back from payment': async (purchase) => {
    const { page, listOrders } = purchase;
    await placeOrder(purchase);
    await page.goBack();
    await expectSoundScreen(page);
    expect(await readStoredCart(page)).toEqual({});
    await page.goForward();
    await atPayment(page);
    expect(await listOrders()).toHaveLength(1);
  },
  'a reload of the payment form': async (purchase) => {
    const { page } = purchase;
    await placeOrder(purchase);
    await page.reload();
    await atPayment(page);
    await expect(page.getByText('Total to pay')).toBeVisible();
  },
  "Back from the bank's page": async (purchase) => {
    const { page } = purchase;
    await placeOrder(purchase);
    await payByCard(page);
    await page.goBack();
    await atPayment(page);
    await page.getByLabel('How would you like to pay?').selectOption('Card');
    await page.getByLabel('I agree to the terms of sale').check();
    await expect(page.getByRole('main').getByRole('button', { name: 'Pay Now' })).toBeEnabled();
    await page.getByRole('main').getByRole('button', { name: 'Pay Now' }).click();
    await page.getByRole('button', { name: /^Pay/ }).click();
    await expect(page.getByRole('heading', { name: 'Thank You for Your Order!' })).toBeVisible();
  },
  'a second visit of the paid order': async (purchase) => {
    const { page } = purchase;
    await placeOrder(purchase);
    const payment = page.url();
    await payByCard(page);
    await page.getByRole('button', { name: /^Pay/ }).click();
    await expect(page.getByRole('heading', { name: 'Thank You for Your Order!' })).toBeVisible();
    await page.goto(payment);
    await expectSoundScreen(page);
    await page.getByLabel('How would you like to pay?').selectOption('Card');
    await page.getByLabel('I agree to the terms of sale').check();
    await page.getByRole('main').getByRole('button', { name: 'Pay Now' }).click();
    await expect(page.getByText('Failed to process payment. Please try again later.')).toBeVisible();
  },
  'a tab closed between order and payment': async (purchase) => {
    const { page, context } = purchase;
    await placeOrder(purchase);
    await page.close();
    const next = await context.newPage();
    await next.goto('/orders');
    await next.getByRole('link', { name: 'Pay Now' }).click();
    await atPayment(next);
    await expect(next.getByText('Total to pay')).toBeVisible();
    await expectSoundScreen(next);
  },
  'a session that ends at the filled checkout': async (purchase) => {
    const { page, listOrders } = purchase;
    await openCheckout(purchase);
    await expireSession(page);
    await page.getByRole('button', { name: 'Place Order' }).click();
    await signInAgain(purchase);
    await atCheckout(page);
    await expectFields(page, typedAddress);
    expect(Object.values(await readStoredCart(page))).toEqual([2]);
    await page.getByRole('button', { name: 'Place Order' }).click();
    await atPayment(page);
    expect(await listOrders()).toHaveLength(1);
  },
  'a session that ends at the payment form': async (purchase) => {
    const { page } = purchase;
    await placeOrder(purchase);
    const { search } = new URL(page.url());
    await page.getByLabel('How would you like to pay?').selectOption('Card');
    await page.getByLabel('I agree to the terms of sale').check();
    await expireSession(page);
    await page.getByRole('main').getByRole('button', { name: 'Pay Now' }).click();
    await signInAgain(purchase);
    await atPayment(page);
    expect(new URL(page.url()).search).toBe(search);
  },
  'a session that ends in the account': async (purchase) => {
    const { page } = purchase;
    await page.goto('/account');
    await expect(page.getByText('Member since')).toBeVisible();
    await expireSession(page);
    await page.getByRole('main').getByRole('link', { name: 'Orders' }).click();
    await signInAgain(purchase);
    await expect(page.getByRole('heading', { level: 1, name: 'My Orders' })).toBeVisible();
    expect(Object.values(await readStoredCart(page))).toEqual([2]);
  },
  'a payment call without an answer, and a reload': async (purchase) => {
    const { page, api } = purchase;
    await placeOrder(purchase);
    api.fail({ method: 'POST', path: '/payments' }, callFaults['does not answer'] as never);
    await page.getByLabel('How would you like to pay?').selectOption('Card');
    await page.getByLabel('I agree to the terms of sale').check();
    await page.getByRole('main').getByRole('button', { name: 'Pay Now' }).click();
    await expect(page.getByRole('button', { name: 'Processing...' })).toBeDisabled();
    api.end();
    await page.reload();
    await atPayment(page);
    await payByCard(page);
    await page.getByRole('button', { name: /^Pay/ }).click();
    await expect(page.getByRole('heading', { name: 'Thank You for Your Order!' })).toBeVisible();
  },
};

test('a purchase survives Back, Forward, reloads, closed tabs and ended sessions', async ({
  browser,
  storeApi,
  context: _,
}) => {
  const product = await storeApi.simpleProduct();
  const runCase = async (step: (purchase: Purchase) => Promise<void>) => {
    const context = await browser.newContext({ baseURL: addresses.shop, serviceWorkers: 'block' });
    const uncaught: string[] = [];
    context.on('weberror', (event) => uncaught.push(String(event.error().stack)));
    try {
      const shopper = await storeApi.registerShopper();
      const token = await storeApi.signIn(shopper);
      const page = await context.newPage();
      await page.goto('/login');
      const price = product.discountedPrice ?? product.regularPrice;
      const line = { id: product.id, name: product.title, image: product.imgUrl, price, quantity: 2 };
      await page.evaluate(
        ([cart, session]) => {
          localStorage.setItem('cart', cart);
          localStorage.setItem('auth_token', session);
        },
        [JSON.stringify([line]), token] as const,
      );
      const headers = { authorization: `Bearer ${token}` };
      const listOrders = async () =>
        (await (await context.request.get(`${addresses.api}/orders`, { headers })).json()) as unknown[];
      await step({ context, page, api: await FaultyApi.start(page), ...shopper, listOrders });
      if (!page.isClosed()) await expectSoundScreen(page);
      expect(uncaught).toEqual([]);
    } finally {
      await context.close();
    }
  };
  const cases = Object.entries(steps).map(
    ([fault, step]): FaultCase => ({
      fault,
      place: 'the purchase',
      run: () => runCase(step),
    }),
  );
  await runCases(
    'interruptions of a purchase',
    byScale({ bounded: cases.filter((_case, index) => index % 3 === 0), full: cases }),
  );
});
