import type { Page } from '@playwright/test';
import { addresses } from '../fixtures/addresses';
import { type FaultCase, pickCases, runCases } from '../fixtures/faults/fault-cases';
import { expect, fillFields, readStoredCart, test, typedAddress } from '../fixtures/faults/faults';
import { expectSoundScreen } from '../fixtures/faults/screen-check';
import { newShopper, type Shopper } from '../fixtures/store-api';

/** What a case starts with. */
interface Visit {
  page: Page;
  shopper: Shopper;
  token: string;
  product: string;
  order: () => Promise<string>;
  /** Requests of the page to the store API: `POST /orders`. */
  calls: string[];
}

/** A button, and what one press of it does. */
interface Action {
  name: string;
  isSignedIn: boolean;
  /** Opens the screen with the button. @returns The name of the button. */
  open: (visit: Visit) => Promise<string>;
  /** Asserts that the action had its effect once. */
  expectOnce: (visit: Visit) => Promise<void>;
}

const countCalls = (calls: readonly string[], call: string) => calls.filter((entry) => entry === call).length;
const getPieces = async (page: Page) => Object.values(await readStoredCart(page));

const actions: readonly Action[] = [
  {
    name: 'Add to Cart',
    isSignedIn: false,
    open: async ({ page, product }) => {
      await page.goto(`/product/${product}`);
      return 'Add to Cart';
    },
    expectOnce: async ({ page }) => {
      await expect(page).toHaveURL('/cart');
      expect(await getPieces(page)).toEqual([3]);
    },
  },
  {
    name: 'Place Order',
    isSignedIn: true,
    open: async ({ page }) => {
      await page.goto('/checkout');
      await fillFields(page, typedAddress);
      return 'Place Order';
    },
    expectOnce: async ({ page, calls }) => {
      await expect(page.getByRole('heading', { name: 'Complete Your Payment' })).toBeVisible();
      expect(countCalls(calls, 'POST /orders')).toBe(1);
    },
  },
  {
    name: 'Pay Now',
    isSignedIn: true,
    open: async ({ page, order }) => {
      await page.goto(`/payment?orderId=${await order()}`);
      await page.getByLabel('How would you like to pay?').selectOption('UPI QR code');
      await page.getByLabel('Mobile number').fill('9876543210');
      await page.getByLabel('I agree to the terms of sale').check();
      return 'Pay Now';
    },
    expectOnce: async ({ page, calls }) => {
      await expect(page.getByRole('heading', { name: 'Scan QR Code to Complete Payment' })).toBeVisible();
      expect(countCalls(calls, 'POST /payments')).toBe(1);
    },
  },
  {
    name: 'Sign in',
    isSignedIn: false,
    open: async ({ page, shopper }) => {
      await page.goto('/login');
      await fillFields(page, { Email: shopper.email, Password: shopper.password });
      return 'Sign in';
    },
    expectOnce: async ({ page, calls }) => {
      await expect(page.getByRole('banner').getByRole('link', { name: 'Account' })).toBeVisible();
      expect(countCalls(calls, 'POST /users/authorize')).toBe(1);
    },
  },
  {
    name: 'Create account',
    isSignedIn: false,
    open: async ({ page }) => {
      const { firstName, lastName, email, password } = newShopper();
      await page.goto('/register');
      await fillFields(page, { 'First name': firstName, 'Last name': lastName, Email: email });
      await fillFields(page, { Password: password, 'Confirm password': password });
      return 'Create account';
    },
    expectOnce: async ({ page, calls }) => {
      await expect(page.getByText('Account created successfully. You can now log in.')).toHaveCount(1);
      expect(countCalls(calls, 'POST /users/register')).toBe(1);
    },
  },
  {
    name: 'Send Message',
    isSignedIn: false,
    open: async ({ page }) => {
      await page.goto('/contact');
      const form = page.getByRole('form', { name: /contact|message/i });
      await form.getByRole('textbox').first().waitFor();
      for (const field of await form.getByRole('textbox').all()) {
        const isEmail = (await field.getAttribute('type')) === 'email';
        await field.fill(isEmail ? 'asha@example.com' : 'A question about copper pans');
      }
      return (await form.getByRole('button').last().textContent())?.trim() ?? '';
    },
    expectOnce: async ({ page }) => expect(page.getByText('Message Sent')).toHaveCount(1),
  },
  {
    name: 'Clear Cart',
    isSignedIn: false,
    open: async ({ page }) => {
      await page.goto('/cart');
      return 'Clear Cart';
    },
    expectOnce: async ({ page }) => {
      await expect(page.getByText('Cart cleared', { exact: true })).toHaveCount(1);
      expect(await getPieces(page)).toEqual([]);
    },
  },
  {
    name: 'Checkout without a session',
    isSignedIn: false,
    open: async ({ page }) => {
      await page.goto('/cart');
      return 'Checkout';
    },
    expectOnce: async ({ page }) => {
      await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
      await expect(page.getByText('Please login to proceed with checkout')).toHaveCount(1);
      await page.goBack();
      await expect(page).toHaveURL('/cart');
    },
  },
  {
    name: 'Sign Out',
    isSignedIn: true,
    open: async ({ page }) => {
      await page.goto('/account');
      return 'Sign Out';
    },
    expectOnce: async ({ page }) => {
      await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
      await expect(page.getByText('Logged out', { exact: true })).toHaveCount(1);
    },
  },
];

/** Ways to press a button too often. `delayMs` lies between two presses. */
const presses = {
  'two clicks at once': { count: 2, delayMs: 0 },
  'ten clicks at once': { count: 10, delayMs: 0 },
  'ten clicks within a second': { count: 10, delayMs: 80 },
} as const;

test('every button has one effect when the shopper clicks it many times', async ({ browser, storeApi, context: _ }) => {
  const runCase = async (action: Action, press: keyof typeof presses) => {
    const context = await browser.newContext({ baseURL: addresses.shop, serviceWorkers: 'block' });
    const uncaught: string[] = [];
    context.on('weberror', (event) => uncaught.push(String(event.error().stack)));
    try {
      const page = await context.newPage();
      const shopper = await storeApi.registerShopper();
      const token = await storeApi.signIn(shopper);
      const { id, title, imgUrl, regularPrice, discountedPrice } = await storeApi.simpleProduct();
      const line = { id, name: title, image: imgUrl, price: discountedPrice ?? regularPrice, quantity: 2 };
      await page.goto('/login');
      await page.evaluate(
        ([cart, session]) => {
          localStorage.setItem('cart', cart);
          if (session) localStorage.setItem('auth_token', session);
        },
        [JSON.stringify([line]), action.isSignedIn ? token : ''] as const,
      );
      const calls: string[] = [];
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.startsWith('/api/v1')) calls.push(`${request.method()} ${pathname.slice('/api/v1'.length)}`);
      });
      const visit: Visit = { page, shopper, token, product: id, order: () => storeApi.placeOrder(token, id), calls };
      const name = await action.open(visit);
      const button = page.getByRole('main').getByRole('button', { name, exact: true }).first();
      await expect(button).toBeEnabled();
      const { count, delayMs } = presses[press];
      const box = await button.boundingBox();
      if (!box) throw new Error(`The button "${name}" is not shown.`);
      await button.scrollIntoViewIfNeeded();
      // The element itself is clicked: a click on its place would reach the next screen.
      await button.evaluate(
        async (element: HTMLElement, [times, delay]) => {
          for (let index = 0; index < times; index += 1) {
            element.click();
            if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
          }
        },
        [count, delayMs] as const,
      );
      await action.expectOnce(visit);
      await expectSoundScreen(page);
      expect(uncaught).toEqual([]);
    } finally {
      await context.close();
    }
  };
  const names = Object.keys(presses) as (keyof typeof presses)[];
  const cases = actions.flatMap((action) =>
    names.map((press): FaultCase => ({ fault: press, place: action.name, run: () => runCase(action, press) })),
  );
  await runCases('hasty clicks', pickCases(cases));
});
