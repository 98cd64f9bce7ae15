import type { Page } from '@playwright/test';
import { addresses } from '../fixtures/addresses';
import { type FaultCase, runCases } from '../fixtures/faults/fault-cases';
import { expect, expectFields, expectFrame, readStoredCart, test } from '../fixtures/faults/faults';
import { forms, type PurchaseForm } from '../fixtures/faults/purchase-forms';
import { expectSoundScreen } from '../fixtures/faults/screen-check';
import { FlakyProxy } from '../fixtures/flaky-proxy';
import { waitUntilReady } from '../fixtures/render-in-browser';

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

/** Pages without a connection. Their requests go through routes, which the browser's own switch does not reach. */
const offlinePages = new WeakSet<Page>();

/** Ways to lose the connection: the device knows, or only notices that nothing arrives. */
const outages = {
  'the device is offline': async (page: Page, isOut: boolean) => {
    if (isOut) offlinePages.add(page);
    else offlinePages.delete(page);
    await page.context().setOffline(isOut);
  },
  'the connection drops and the device does not know': async (_page: Page, isOut: boolean, proxies: FlakyProxy[]) => {
    for (const proxy of proxies) await (isOut ? proxy.close() : proxy.open());
  },
} as const;

test('each phase of a purchase survives an outage of the connection', async ({ visit, storeApi }) => {
  const shopProxy = new FlakyProxy(addresses.shopPort);
  const apiProxy = new FlakyProxy(addresses.apiPort);
  const [shopPort, apiPort] = [await shopProxy.open(), await apiProxy.open()];
  const proxies = [shopProxy, apiProxy];

  const runCase = (phase: Phase, outage: keyof typeof outages) =>
    visit({ isSignedIn: phase.isSignedIn }, async (current) => {
      const { context, page, token, product } = current;
      const reroute = (from: number, to: number) =>
        context.route(
          (url) => url.port === String(from),
          async (route) => {
            if (offlinePages.has(page)) return route.abort('internetdisconnected').catch(() => undefined);
            const target = route.request().url().replace(`localhost:${from}`, `127.0.0.1:${to}`);
            const response = await route.fetch({ url: target, maxRedirects: 0 }).catch(() => null);
            await (response ? route.fulfill({ response }) : route.abort('connectionreset')).catch(() => undefined);
          },
        );
      await reroute(addresses.shopPort, shopPort);
      await reroute(addresses.apiPort, apiPort);
      const typed = await phase.open({ ...current, placeOrder: () => storeApi.placeOrder(token, product.id) });
      const button = page.getByRole('main').getByRole('button', { name: phase.button, exact: true }).first();
      await expect(button).toBeEnabled();

      await outages[outage](page, true, proxies);
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

      await outages[outage](page, false, proxies);
      if (phase.message) {
        await expect(button).toBeEnabled();
        await button.click();
      } else {
        await expect(async () => {
          const tryAgain = page.getByRole('button', { name: 'Try Again' });
          if (await tryAgain.isVisible()) await tryAgain.click();
          await phase.expectDone(page);
        }).toPass({ timeout: 25_000 });
      }
      await phase.expectDone(page);
      await expectSoundScreen(page);
      if (phase.isSignedIn) await expectFrame(page);
    }).finally(async () => {
      for (const proxy of proxies) {
        await proxy.close();
        await proxy.open();
      }
    });
  const names = Object.keys(outages) as (keyof typeof outages)[];
  const cases = phases.flatMap((phase) =>
    names.map((outage): FaultCase => ({ fault: outage, place: phase.name, run: () => runCase(phase, outage) })),
  );
  await runCases('outages of the connection', cases);
  for (const proxy of proxies) await proxy.close();
});
