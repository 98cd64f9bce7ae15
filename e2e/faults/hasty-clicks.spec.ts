import type { Page, Request } from '@playwright/test';
import { type FaultCase, runCases } from '../fixtures/faults/fault-cases';
import { expect, readStoredCart, test } from '../fixtures/faults/faults';
import { type Buying, forms, type PurchaseForm } from '../fixtures/faults/purchase-forms';
import { expectSoundScreen } from '../fixtures/faults/screen-check';
import { waitUntilReady } from '../fixtures/page-ready';

/** What a case starts with. */
interface Purchase extends Buying {
  /** Requests of the page to the store API: `POST /orders`. */
  calls: string[];
}

/** A button, and what one press of it does. */
interface Action {
  name: string;
  isSignedIn: boolean;
  /** Opens the screen with the button. @returns The name of the button. */
  open: (purchase: Purchase) => Promise<string>;
  /** Asserts that the action had its effect once. */
  expectOnce: (purchase: Purchase) => Promise<void>;
}

const getPieces = async (page: Page) => Object.values(await readStoredCart(page));

const actions: readonly Action[] = [
  ...Object.values(forms).map(
    ({ button, call, isSignedIn, open, expectDone }: PurchaseForm): Action => ({
      name: button,
      isSignedIn,
      open: async (purchase) => {
        await open(purchase);
        return button;
      },
      expectOnce: async ({ page, calls }) => {
        await expectDone(page);
        expect(calls.filter((entry) => entry === `POST ${call.path}`)).toHaveLength(1);
      },
    }),
  ),
  {
    name: 'Add to Cart',
    isSignedIn: false,
    open: async ({ page, product }) => {
      await page.goto(`/product/${product.id}`);
      return 'Add to Cart';
    },
    expectOnce: async ({ page }) => {
      await expect(page).toHaveURL('/cart');
      expect(await getPieces(page)).toEqual([3]);
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
  'ten clicks within a second': { count: 10, delayMs: 80 },
};

test('every button has one effect when the shopper clicks it many times', async ({ visit, storeApi }) => {
  const runCase = (action: Action, { count, delayMs }: (typeof presses)[keyof typeof presses]) =>
    visit({ isSignedIn: action.isSignedIn }, async (current) => {
      const { page, token, product } = current;
      const calls: string[] = [];
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.startsWith('/api/v1')) calls.push(`${request.method()} ${pathname.slice('/api/v1'.length)}`);
      });
      const purchase = { ...current, placeOrder: () => storeApi.placeOrder(token, product.id), calls };
      const name = await action.open(purchase);
      await waitUntilReady(page);
      const button = page.getByRole('main').getByRole('button', { name, exact: true }).first();
      await expect(button).toBeEnabled();
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
      await action.expectOnce(purchase);
      await expectSoundScreen(page);
    });
  const cases = actions.flatMap((action) =>
    Object.entries(presses).map(
      ([fault, press]): FaultCase => ({ fault, place: action.name, run: () => runCase(action, press) }),
    ),
  );
  await runCases('hasty clicks', cases);
});

/** Holds requests of a page back. @returns Lets them continue. */
async function holdRequests(page: Page, url: string | RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

test('a shopper who has clicked a link stays with it when the answer to a form arrives late', async ({
  visit,
  storeApi,
}) => {
  /** What the page says after the answer, when the shopper stays where they are. */
  const answers: Record<keyof typeof forms, string> = {
    registration: 'Account created successfully. You can now log in.',
    signIn: 'Logged in successfully.',
    checkout: 'You can pay for it from My Orders.',
    payment: 'Pay Now',
  };
  const runCase = ({ call, isSignedIn, open, button }: PurchaseForm, answer: string) =>
    visit({ isSignedIn }, async (current) => {
      const { page, token, product } = current;
      // The screen of the form stays until the code of the next one is there.
      const continueCode = await holdRequests(page, /\/mf-content\/.*\.js$/);
      const terms = page.getByRole('link', { name: 'Terms', exact: true }).first();
      const continueAnswer = await holdRequests(page, `**/api/v1${call.path}`);
      await open({ ...current, placeOrder: () => storeApi.placeOrder(token, product.id) });
      await waitUntilReady(page);
      const isCall = (request: Request) => new URL(request.url()).pathname.endsWith(call.path);
      await Promise.all([
        page.waitForRequest(isCall),
        page.getByRole('main').getByRole('button', { name: button, exact: true }).first().click(),
      ]);
      await terms.click();
      await expect(page).toHaveURL('/terms');
      await expect(page.getByText(answer, { exact: true })).toHaveCount(0);
      continueAnswer();
      await expect(page.getByText(answer, { exact: true })).toBeVisible();
      await expect(page).toHaveURL('/terms');
      continueCode();
      await expect(page.getByRole('main').getByRole('button', { name: button })).toHaveCount(0);
      await expect(page).toHaveURL('/terms');
    });
  await runCases(
    'late answers',
    Object.entries(forms).map(
      ([key, form]): FaultCase => ({
        fault: form.button,
        place: form.name,
        run: () => runCase(form, answers[key as keyof typeof forms]),
      }),
    ),
  );
});
