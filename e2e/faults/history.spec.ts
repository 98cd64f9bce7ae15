import type { Page } from '@playwright/test';
import { addresses } from '../fixtures/addresses';
import { type FaultCase, runCases } from '../fixtures/faults/fault-cases';
import {
  expect,
  expectFields,
  fillFields,
  fillPayment,
  listOrders,
  readStoredCart,
  test,
  typedAddress,
  type Visit,
} from '../fixtures/faults/faults';
import { callFaults, FaultyApi } from '../fixtures/faults/faulty-api';
import { expectSoundScreen } from '../fixtures/faults/screen-check';

/** A purchase in one browser. */
type Purchase = Visit & { api: FaultyApi };

const atPayment = (page: Page) => expect(page.getByRole('heading', { name: 'Complete Your Payment' })).toBeVisible();
const atCheckout = (page: Page) => expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();

async function openCheckout({ page }: Visit): Promise<void> {
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

const pressPay = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Pay Now' }).click();

async function payByCard(page: Page): Promise<void> {
  await fillPayment(page, 'Card');
  await pressPay(page);
  // The button of the shop has the same beginning as that of the bank.
  await page.waitForURL(({ origin }) => origin !== addresses.shop);
  await expect(page.getByRole('button', { name: /^Pay/ })).toBeVisible();
}

async function confirmAtBank(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page.getByRole('heading', { name: 'Thank You for Your Order!' })).toBeVisible();
}

async function signInAgain({ page, shopper }: Visit): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await fillFields(page, { Email: shopper.email, Password: shopper.password });
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Ends the session on the server's side: the next call with the token answers 401. */
const expireSession = (page: Page) => page.evaluate(() => localStorage.setItem('auth_token', 'expired'));

const steps: Readonly<Record<string, (purchase: Purchase) => Promise<void>>> = {
  'a reload, Back and Forward, and another site at the filled checkout': async (purchase) => {
    const { page } = purchase;
    await openCheckout(purchase);
    await page.reload();
    await expectFields(page, typedAddress);
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Your cart' })).toBeVisible();
    await page.goForward();
    await expectFields(page, typedAddress);
    await page.goto('about:blank');
    await page.goBack();
    await expectFields(page, typedAddress);
    expect(Object.values(await readStoredCart(page))).toEqual([2]);
  },
  'a reload while the order is sent': async (purchase) => {
    const { page, api } = purchase;
    await openCheckout(purchase);
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/orders'));
    // The store API makes the order, and its answer never arrives.
    api.fail({ method: 'POST', path: '/orders' }, async (route) => {
      await route.fetch();
    });
    await page.getByRole('button', { name: 'Place Order' }).click();
    await sent;
    await expect.poll(async () => (await listOrders(purchase)).length).toBe(1);
    api.end();
    await page.reload();
    await expectFields(page, typedAddress);
    await page.getByRole('button', { name: 'Place Order' }).click();
    await atPayment(page);
    expect(await listOrders(purchase), 'the order was made once').toHaveLength(1);
  },
  'Back from payment': async (purchase) => {
    const { page } = purchase;
    await placeOrder(purchase);
    await page.goBack();
    await expectSoundScreen(page);
    expect(await readStoredCart(page)).toEqual({});
    await page.goForward();
    await atPayment(page);
    expect(await listOrders(purchase)).toHaveLength(1);
  },
  "Back from the bank's page": async (purchase) => {
    const { page } = purchase;
    await placeOrder(purchase);
    await payByCard(page);
    await page.goBack();
    await atPayment(page);
    await payByCard(page);
    await confirmAtBank(page);
  },
  'a second visit of the paid order': async (purchase) => {
    const { page } = purchase;
    await placeOrder(purchase);
    const payment = page.url();
    await payByCard(page);
    await confirmAtBank(page);
    await page.goto(payment);
    await expect(page.getByRole('heading', { name: 'This order is paid' })).toBeVisible();
    await expectSoundScreen(page);
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
    const { page } = purchase;
    await openCheckout(purchase);
    await expireSession(page);
    await page.getByRole('button', { name: 'Place Order' }).click();
    await signInAgain(purchase);
    await atCheckout(page);
    await expectFields(page, typedAddress);
    expect(Object.values(await readStoredCart(page))).toEqual([2]);
    await page.getByRole('button', { name: 'Place Order' }).click();
    await atPayment(page);
    expect(await listOrders(purchase)).toHaveLength(1);
  },
  'a session that ends at the payment form': async (purchase) => {
    const { page } = purchase;
    await placeOrder(purchase);
    const { search } = new URL(page.url());
    await fillPayment(page, 'Card');
    await expireSession(page);
    await pressPay(page);
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
    await fillPayment(page, 'Card');
    await pressPay(page);
    await expect(page.getByRole('button', { name: 'Processing...' })).toBeDisabled();
    api.end();
    await page.reload();
    await atPayment(page);
    await payByCard(page);
    await confirmAtBank(page);
  },
};

test('a purchase survives Back, Forward, reloads, closed tabs and ended sessions', async ({ visit }) => {
  const runCase = (step: (purchase: Purchase) => Promise<void>) =>
    visit({}, async (current) => {
      const { page } = current;
      await step({ ...current, api: await FaultyApi.start(page) });
      if (!page.isClosed()) await expectSoundScreen(page);
    });
  const cases = Object.entries(steps).map(
    ([fault, step]): FaultCase => ({ fault, place: 'the purchase', run: () => runCase(step) }),
  );
  await runCases('interruptions of a purchase', cases);
});
