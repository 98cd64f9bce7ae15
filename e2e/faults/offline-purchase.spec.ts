import type { Page } from '@playwright/test';
import { type FaultCase, runCases } from '../fixtures/faults/fault-cases';
import { expect, expectFields, expectFrame, readStoredCart, test } from '../fixtures/faults/faults';
import { forms, type PurchaseForm } from '../fixtures/faults/purchase-forms';
import { expectSoundScreen } from '../fixtures/faults/screen-check';
import { waitUntilReady } from '../fixtures/page-ready';

/** A phase of the purchase: a form, or a button that works without a connection. */
interface Phase extends Omit<PurchaseForm, 'call'> {
  /** What the shopper reads without a connection. Left out when the button works then. */
  message?: string;
}

const phases: readonly Phase[] = [
  {
    name: 'the product page',
    isSignedIn: true,
    open: async ({ page, product }) => {
      await page.goto(`/product/${product.id}`);
      // The scripts of a rendered page load at the first input. Without a connection, a click before them has no effect yet.
      await page.mouse.move(200, 200);
      await waitUntilReady(page);
      return {};
    },
    button: 'Add to Cart',
    expectDone: (page) => expect(page.getByRole('heading', { name: 'Your cart' })).toBeVisible({ timeout: 20_000 }),
  },
  {
    name: 'the cart',
    isSignedIn: true,
    open: async ({ page }) => {
      await page.goto('/cart');
      return {};
    },
    button: 'Checkout',
    expectDone: (page) =>
      expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible({ timeout: 20_000 }),
  },
  { ...forms.signIn, message: 'No response from server. Please try again later.' },
  { ...forms.checkout, message: 'Error placing order' },
  { ...forms.payment, message: 'Failed to process payment. Please try again later.' },
];

/** Ways to lose the connection: the device knows, or only notices that nothing arrives. */
const outages = {
  'the device is offline': {
    start: (page: Page) => page.context().setOffline(true),
    end: (page: Page) => page.context().setOffline(false),
  },
  'the connection drops and the device does not know': {
    start: (page: Page) => page.context().route('**', (route) => route.abort('connectionreset')),
    end: (page: Page) => page.context().unroute('**'),
  },
};

test('each phase of a purchase survives an outage of the connection', async ({ visit, storeApi }) => {
  const runCase = (phase: Phase, outage: keyof typeof outages) =>
    visit({ isSignedIn: phase.isSignedIn }, async (current) => {
      const { page, token, product } = current;
      const typed = await phase.open({ ...current, placeOrder: () => storeApi.placeOrder(token, product.id) });
      const button = page.getByRole('main').getByRole('button', { name: phase.button, exact: true }).first();
      await expect(button).toBeEnabled();

      await outages[outage].start(page);
      if (outage === 'the device is offline' && phase.isSignedIn) {
        await expect(page.getByText('You are offline.')).toBeVisible();
      }
      await button.click();
      if (phase.message) {
        await expect(page.getByText(phase.message).first()).toBeVisible();
        await expectFields(page, typed);
        await expectSoundScreen(page);
      } else {
        // The code of the next screen may be missing: the page says so, and the shopper tries again.
        await expect(page.getByRole('main')).not.toBeEmpty();
      }
      const pieces = Object.values(await readStoredCart(page));
      expect(pieces, 'the cart is intact').toEqual([phase.button === 'Add to Cart' ? 3 : 2]);

      await outages[outage].end(page);
      if (phase.message) {
        await expect(button).toBeEnabled();
        await button.click();
      } else {
        await expect(async () => {
          const tryAgain = page.getByRole('button', { name: 'Try Again' });
          // The page retries too, and may remove the button before the click.
          if (await tryAgain.isVisible()) await tryAgain.click({ timeout: 2000 });
          await phase.expectDone(page);
        }).toPass({ timeout: 25_000 });
      }
      await phase.expectDone(page);
      await expectSoundScreen(page);
      if (phase.isSignedIn) await expectFrame(page);
    });
  const names = Object.keys(outages) as (keyof typeof outages)[];
  const cases = phases.flatMap((phase) =>
    names.map((outage): FaultCase => ({ fault: outage, place: phase.name, run: () => runCase(phase, outage) })),
  );
  await runCases('outages of the connection', cases);
});
