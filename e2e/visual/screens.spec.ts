import { expect, test, waitUntilWhole } from '../fixtures/screens';
import { openFixedStore } from './fixed-store';

/**
 * Version of Chromium that the pictures beside this file were taken with; another draws text a little differently. New
 * ones: `npx playwright test --config e2e/playwright.config.ts --project visual --update-snapshots`.
 */
const takenWith = 156;

const screens = {
  home: '/',
  categories: '/products',
  list: '/products?category=cookware',
  product: '/product/p0-fixed',
  cart: '/cart',
  checkout: '/checkout',
  payment: '/payment?orderId=TT-FIXED00001',
  'order-success': '/order-success',
  account: '/account',
  orders: '/orders',
  contact: '/contact',
  policy: '/shipping',
};

for (const [name, path] of Object.entries(screens)) {
  test(`${name} looks as it did`, async ({ page, context, browser }) => {
    const major = Number.parseInt(browser.version(), 10);
    test.skip(
      major !== takenWith || process.platform !== 'linux',
      `The pictures are of Chromium ${takenWith} on Linux; this is ${major} on ${process.platform}.`,
    );
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
    await openFixedStore(context);
    await page.goto(path);
    await waitUntilWhole(page);
    await expect(page).toHaveScreenshot(`${name}.png`, { animations: 'disabled', maxDiffPixelRatio: 0.01 });
  });
}
