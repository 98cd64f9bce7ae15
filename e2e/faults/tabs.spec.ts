import type { BrowserContext, Page } from '@playwright/test';
import { byScale } from '../counts/counts';
import { addresses } from '../fixtures/addresses';
import { type FaultCase, runCases } from '../fixtures/faults/fault-cases';
import { expect, fillFields, readStoredCart, test, typedAddress } from '../fixtures/faults/faults';
import { expectSoundScreen } from '../fixtures/faults/screen-check';
import type { ApiProduct } from '../fixtures/store-api';

const tabCounts = byScale({ bounded: [2], full: [2, 10] });

const openTabs = async (context: BrowserContext, count: number, getAddress: (index: number) => string) =>
  Promise.all(
    Array.from({ length: count }, async (_, index) => {
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

test('several tabs share one cart and one session, and make no order twice', async ({
  browser,
  storeApi,
  context: _,
}) => {
  const { data } = await storeApi.products({ limit: 60 });
  const plain = data.filter((product) => !hasSizes(product));

  const inContext = async (run: (context: BrowserContext) => Promise<void>) => {
    const context = await browser.newContext({ baseURL: addresses.shop, serviceWorkers: 'block' });
    const uncaught: string[] = [];
    context.on('weberror', (event) => uncaught.push(String(event.error().stack)));
    try {
      await run(context);
      expect(uncaught).toEqual([]);
    } finally {
      await context.close();
    }
  };
  /** Signs a new shopper in, with two pieces in the cart. @returns The token. */
  const startPurchase = async (context: BrowserContext) => {
    const token = await storeApi.signIn(await storeApi.registerShopper());
    const { id, title, imgUrl, regularPrice, discountedPrice } = plain[0] as ApiProduct;
    const line = { id, name: title, image: imgUrl, price: discountedPrice ?? regularPrice, quantity: 2 };
    const page = await context.newPage();
    await page.goto('/login');
    await page.evaluate(
      ([cart, session]) => {
        localStorage.setItem('cart', cart);
        localStorage.setItem('auth_token', session);
      },
      [JSON.stringify([line]), token] as const,
    );
    await page.close();
    return token;
  };
  const listOrders = async (context: BrowserContext, token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await (await context.request.get(`${addresses.api}/orders`, { headers })).json()) as unknown[];
  };

  const cases = tabCounts.flatMap((count): FaultCase[] => [
    {
      fault: 'different products added right after each other',
      place: `${count} tabs`,
      run: () =>
        inContext(async (context) => {
          const pages = await openTabs(context, count, (index) => `/product/${plain[index]?.id}`);
          await clickInEach(pages, 'Add to Cart');
          for (const page of pages) await expect(cartLink(page, count)).toBeVisible();
          const [first] = pages as [Page];
          expect(await readStoredCart(first)).toEqual(
            Object.fromEntries(plain.slice(0, count).map(({ id }) => [id, 1])),
          );
        }),
    },
    {
      fault: 'the same product added right after each other',
      place: `${count} tabs`,
      run: () =>
        inContext(async (context) => {
          const pages = await openTabs(context, count, () => `/product/${plain[0]?.id}`);
          await clickInEach(pages, 'Add to Cart');
          for (const page of pages) await expect(cartLink(page, count)).toBeVisible();
        }),
    },
    {
      fault: 'the cart cleared in one tab while the others show it',
      place: `${count} tabs`,
      run: () =>
        inContext(async (context) => {
          await startPurchase(context);
          const pages = await openTabs(context, count, () => '/cart');
          await pages[0]?.getByRole('button', { name: 'Clear Cart' }).click();
          for (const page of pages)
            await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
        }),
    },
    {
      fault: 'a sign-out in one tab',
      place: `${count} tabs`,
      run: () =>
        inContext(async (context) => {
          await startPurchase(context);
          const screens = ['/account', '/orders', '/checkout', '/cart', '/'];
          const pages = await openTabs(context, count, (index) => screens[index % screens.length] ?? '/');
          await pages[0]?.getByRole('button', { name: 'Sign Out' }).click();
          for (const [index, page] of pages.entries()) {
            const isPrivate = index % screens.length < 3;
            if (isPrivate) await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
            else await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
            if (!isPrivate) await expect(cartLink(page, 2)).toBeVisible();
            await expectSoundScreen(page);
          }
        }),
    },
    {
      fault: 'one cart ordered in every tab, one tab after the other',
      place: `${count} tabs`,
      run: () =>
        inContext(async (context) => {
          const token = await startPurchase(context);
          const [first, ...others] = (await openTabs(context, count, () => '/checkout')) as [Page, ...Page[]];
          for (const page of [first, ...others]) await fillFields(page, typedAddress);
          await first.getByRole('button', { name: 'Place Order' }).click();
          await expect(first.getByRole('heading', { name: 'Complete Your Payment' })).toBeVisible();
          for (const page of others) {
            await expect(page.getByRole('button', { name: 'Place Order' })).toBeDisabled();
            await page.getByLabel('City', { exact: true }).press('Enter');
            await expect(page.getByText('Please add items to your cart before checkout.')).toBeVisible();
            await expectSoundScreen(page);
          }
          expect(await listOrders(context, token), 'the shopper has one order').toHaveLength(1);
        }),
    },
    {
      fault: 'one cart ordered in every tab at the same time',
      place: `${count} tabs`,
      run: () =>
        inContext(async (context) => {
          const token = await startPurchase(context);
          const pages = await openTabs(context, count, () => '/checkout');
          for (const page of pages) await fillFields(page, typedAddress);
          await Promise.all(pages.map((page) => page.getByRole('button', { name: 'Place Order' }).click()));
          const payment = (page: Page) => page.getByRole('heading', { name: 'Complete Your Payment' });
          for (const page of pages) {
            const notice = page.getByText('Your order has changed. Check what changed, then place it again.');
            await expect(payment(page).or(notice)).toBeVisible({ timeout: 20_000 });
            await expectSoundScreen(page);
          }
          expect((await Promise.all(pages.map((page) => payment(page).count()))).filter(Boolean)).toHaveLength(1);
          expect(await listOrders(context, token), 'the shopper has one order').toHaveLength(1);
        }),
    },
  ]);
  await runCases('several tabs', cases);
});
