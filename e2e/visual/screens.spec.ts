import { expect, setTheme, test, themes, waitUntilLoaded } from '../fixtures/screens';
import { stubStoreApi } from './fixed-store-api';

/**
 * Version of Chromium that took the reference screenshots in this folder. Another version draws text slightly differently.
 * Update them: `npx playwright test --config e2e/playwright.config.ts --project visual --update-snapshots`.
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

/** A desktop and a phone, in CSS pixels. */
const windows = { desktop: { width: 1280, height: 720 }, phone: { width: 390, height: 844 } };

for (const [name, path] of Object.entries(screens)) {
  test(`${name} matches its reference screenshots`, async ({ page, context, browser }) => {
    const major = Number.parseInt(browser.version(), 10);
    test.skip(
      major !== takenWith || process.platform !== 'linux',
      `The pictures are of Chromium ${takenWith} on Linux; this is ${major} on ${process.platform}.`,
    );
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
    await stubStoreApi(context);
    await page.goto(path);
    await waitUntilLoaded(page);
    // One visit for all four: the theme and the window size change during it.
    for (const [device, size] of Object.entries(windows)) {
      await page.setViewportSize(size);
      await page.evaluate(() => window.scrollTo(0, 0));
      for (const theme of themes) {
        await setTheme(page, theme);
        await expect
          .soft(page)
          .toHaveScreenshot(`${name}-${device}-${theme}.png`, { animations: 'disabled', maxDiffPixelRatio: 0.01 });
      }
    }
  });
}
