import type { BrowserContext, Page } from '@playwright/test';
import { type FaultCase, runCases } from '../fixtures/faults/fault-cases';
import {
  expect,
  fillFields,
  listOrders,
  readStoredCart,
  test,
  typedAddress,
  type Visit,
} from '../fixtures/faults/faults';
import { expectSoundScreen } from '../fixtures/faults/screen-check';
import type { ApiProduct } from '../fixtures/store-api';

const tabCount = 5;

const openTabs = async (context: BrowserContext, getAddress: (index: number) => string) =>
  Promise.all(
    Array.from({ length: tabCount }, async (_, index) => {
      const page = await context.newPage();
      await page.goto(getAddress(index));
      return page;
    }),
  );

/** Clicks in one tab right after the other. No tab waits for what the others show. */
async function clickInEach(pages: Page[], name: string): Promise<void> {
  for (const page of pages) await page.getByRole('main').getByRole('button', { name }).first().click();
}

const cartLink = (page: Page, pieces: number) =>
  page.getByRole('banner').getByRole('link', { name: pieces === 1 ? 'Cart, 1 item' : `Cart, ${pieces} items` });

const hasSizes = ({ attributes }: ApiProduct) => attributes.some(({ key }) => /^sizes?$/i.test(key));

test('several tabs share one cart and one session, and make no order twice', async ({ visit, storeApi }) => {
  const { data } = await storeApi.products({ limit: 60 });
  const plain = data.filter((product) => !hasSizes(product));
  const payment = (page: Page) => page.getByRole('heading', { name: 'Complete Your Payment' });
  const createCase = (fault: string, pieces: number, run: (visit: Visit) => Promise<void>): FaultCase => ({
    fault,
    place: `${tabCount} tabs`,
    run: () => visit({ isSignedIn: pieces > 0, pieces }, run),
  });

  await runCases('several tabs', [
    createCase('different products added right after each other', 0, async ({ context }) => {
      const pages = await openTabs(context, (index) => `/product/${plain[index]?.id}`);
      await clickInEach(pages, 'Add to Cart');
      for (const page of pages) await expect(cartLink(page, tabCount)).toBeVisible();
      const [first] = pages as [Page];
      expect(await readStoredCart(first)).toEqual(
        Object.fromEntries(plain.slice(0, tabCount).map(({ id }) => [id, 1])),
      );
    }),
    createCase('the same product added right after each other', 0, async ({ context }) => {
      const pages = await openTabs(context, () => `/product/${plain[0]?.id}`);
      await clickInEach(pages, 'Add to Cart');
      for (const page of pages) await expect(cartLink(page, tabCount)).toBeVisible();
    }),
    createCase('the cart cleared in one tab while the others show it', 2, async ({ context }) => {
      const pages = await openTabs(context, () => '/cart');
      await pages[0]?.getByRole('button', { name: 'Clear Cart' }).click();
      for (const page of pages) await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
    }),
    createCase('a sign-out in one tab', 2, async ({ context }) => {
      const screens = ['/account', '/orders', '/checkout', '/cart', '/'];
      const pages = await openTabs(context, (index) => screens[index] ?? '/');
      await pages[0]?.getByRole('button', { name: 'Sign Out' }).click();
      for (const [index, page] of pages.entries()) {
        const isPrivate = index < 3;
        if (isPrivate) await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
        else await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
        if (!isPrivate) await expect(cartLink(page, 2)).toBeVisible();
        await expectSoundScreen(page);
      }
    }),
    createCase('one cart ordered in every tab, one tab after the other', 2, async ({ context, token }) => {
      const [first, ...others] = (await openTabs(context, () => '/checkout')) as [Page, ...Page[]];
      for (const page of [first, ...others]) await fillFields(page, typedAddress);
      await first.getByRole('button', { name: 'Place Order' }).click();
      await expect(payment(first)).toBeVisible();
      for (const page of others) {
        await expect(page.getByRole('button', { name: 'Place Order' })).toBeDisabled();
        await page.getByLabel('City', { exact: true }).press('Enter');
        await expect(page.getByText('Please add items to your cart before checkout.')).toBeVisible();
        await expectSoundScreen(page);
      }
      expect(await listOrders({ context, token }), 'the shopper has one order').toHaveLength(1);
    }),
    createCase('one cart ordered in every tab at the same time', 2, async ({ context, token }) => {
      const pages = await openTabs(context, () => '/checkout');
      for (const page of pages) await fillFields(page, typedAddress);
      const placeOrder = (page: Page) => page.getByRole('button', { name: 'Place Order' });
      // The order of another tab may empty the cart before the click: the button is disabled then, and `click` would wait for it.
      await Promise.all(pages.map((page) => placeOrder(page).dispatchEvent('click')));
      for (const page of pages) {
        const notice = page.getByText('Your order has changed. Check what changed, then place it again.');
        const emptied = placeOrder(page).and(page.locator(':disabled'));
        await expect(payment(page).or(notice).or(emptied).first()).toBeVisible({ timeout: 20_000 });
        await expectSoundScreen(page);
      }
      const countPayments = async () =>
        (await Promise.all(pages.map((page) => payment(page).count()))).filter(Boolean).length;
      await expect.poll(countPayments).toBe(1);
      expect(await listOrders({ context, token }), 'the shopper has one order').toHaveLength(1);
    }),
  ]);
});
