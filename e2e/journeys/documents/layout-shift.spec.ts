import type { Page } from '@playwright/test';
import { createHindi } from '../../fixtures/hindi';
import { expect, test } from '../../fixtures/shop';
import { openSlowly, phone } from '../../fixtures/slow-phone';

/** Google's limit of a good page is 0.1. @see https://web.dev/articles/cls */
const maxShift = 0.01;

declare global {
  interface Window {
    /** Sum of the layout shifts, and the elements that moved. */
    layoutShift: { sum: number; moved: string[] };
  }
}

/** Adds up the layout shifts of each document that the page opens. Chromium only. */
async function observeLayoutShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    interface LayoutShift extends PerformanceEntry {
      value: number;
      sources: { node: Element | null }[];
    }
    window.layoutShift = { sum: 0, moved: [] };
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as LayoutShift[]) {
        window.layoutShift.sum += value;
        window.layoutShift.moved.push(...sources.map(({ node }) => `${node?.nodeName} ${value.toFixed(4)}`));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

const devices = [
  ['a phone', phone],
  ['a wide window', { viewport: { width: 1440, height: 900 } }],
] as const;

/** Addresses with `:id` for a product or `:order` for an order, the heading that they show in the end, and what the shopper has. */
const pages: { address: string; heading: string | RegExp; isSignedIn?: true; hasCart?: true }[] = [
  { address: '/cart', heading: /^Your cart is empty/i },
  { address: '/cart', heading: /cart/i, hasCart: true },
  { address: '/checkout', heading: /checkout/i, isSignedIn: true, hasCart: true },
  { address: '/orders', heading: 'My Orders', isSignedIn: true },
  { address: '/account', heading: /account/i, isSignedIn: true },
  { address: '/payment?orderId=:order', heading: 'Complete Your Payment', isSignedIn: true },
  { address: '/order-success?orderId=:order', heading: 'Thank You for Your Order!', isSignedIn: true },
  { address: '/orders', heading: 'Welcome back' },
  { address: '/login', heading: 'Welcome back' },
  { address: '/register', heading: /account/i },
  { address: '/track-order', heading: /track/i },
  { address: '/contact', heading: /contact us/i },
  { address: '/search', heading: 'Search' },
  // The font of another script is a further file, which may come late.
  { address: '/hi', heading: createHindi('mf-catalog')('Elevate Your Culinary Experience') },
  { address: '/hi/product/:id', heading: /./ },
];

for (const [device, use] of devices) {
  test.describe(`on ${device}`, () => {
    test.use(use);

    for (const { address, heading, isSignedIn, hasCart } of pages) {
      const visitor = `a ${isSignedIn ? 'signed-in shopper' : 'visitor'}${hasCart ? ' with a cart' : ''}`;
      test(`${address} moves nothing in the window of ${visitor} while it loads slowly`, async ({
        page,
        context,
        storeApi,
        signedIn,
        shopper,
        placeOrder,
      }) => {
        if (isSignedIn) await signedIn(shopper);
        const order = address.includes(':order') ? await placeOrder() : '';
        if (hasCart) {
          const { id, title, imgUrl, regularPrice, discountedPrice } = await storeApi.simpleProduct();
          const cart = [{ id, name: title, image: imgUrl, price: discountedPrice ?? regularPrice, quantity: 2 }];
          await context.addInitScript((text) => localStorage.setItem('cart', text), JSON.stringify(cart));
        }
        await observeLayoutShift(page);
        await openSlowly(page, address.replace(':id', (await storeApi.simpleProduct()).id).replace(':order', order));
        await expect(page.getByRole('main').getByRole('heading', { level: 1, name: heading })).toBeVisible();
        await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0);
        await page.waitForLoadState('networkidle');
        const { sum, moved } = await page.evaluate(() => window.layoutShift);
        expect(Math.max(sum, maxShift), moved.join(', ')).toBe(maxShift);
      });
    }
  });
}
