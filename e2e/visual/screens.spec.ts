import type { Page } from '@playwright/test';
import { loadSuggestions } from '../fixtures/remote-journeys';
import { renderInBrowser } from '../fixtures/render-in-browser';
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
  search: '/search?q=copper&size=18%20cm',
  product: '/product/p0-fixed',
  cart: '/cart',
  checkout: '/checkout',
  payment: '/payment?orderId=TT-FIXED00001',
  'order-success': '/order-success',
  account: '/account',
  orders: '/orders',
  order: '/orders/TT-FIXED00001',
  contact: '/contact',
  policy: '/shipping',
};

/** A desktop and a phone, in CSS pixels. */
const windows = { desktop: { width: 1280, height: 720 }, phone: { width: 390, height: 844 } };

/** Waits until the pictures inside the window have loaded in the size that the window needs. */
async function waitForPictures(page: Page): Promise<void> {
  const countPending = () =>
    page.evaluate(() => {
      const pictures = [...document.images].filter((image) => image.getBoundingClientRect().top < window.innerHeight);
      return pictures.filter((image) => !image.complete).length;
    });
  await expect.poll(countPending, { message: 'pictures that load' }).toBe(0);
  // A busy machine draws a page before a photograph that has loaded is decoded.
  await page.evaluate(async () => {
    const loaded = [...document.images].filter((image) => image.complete);
    await Promise.all(loaded.map((image) => image.decode().catch(() => undefined)));
  });
}

for (const [name, path] of Object.entries(screens)) {
  test(`${name} matches its reference screenshots`, async ({ page, context, browser }) => {
    const major = Number.parseInt(browser.version(), 10);
    test.skip(
      major !== takenWith || process.platform !== 'linux',
      `The pictures are of Chromium ${takenWith} on Linux; this is ${major} on ${process.platform}.`,
    );
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
    await stubStoreApi(context, name === 'payment' ? 0 : 1, name === 'product');
    await renderInBrowser(page);
    await page.goto(path);
    await waitUntilLoaded(page);
    await loadSuggestions(page);
    await page.waitForLoadState('networkidle');
    // One visit for all four: the theme and the window size change during it.
    for (const [device, size] of Object.entries(windows)) {
      await page.setViewportSize(size);
      await page.evaluate(() => window.scrollTo(0, 0));
      await waitForPictures(page);
      for (const theme of themes) {
        await setTheme(page, theme);
        await expect
          .soft(page)
          .toHaveScreenshot(`${name}-${device}-${theme}.png`, { animations: 'disabled', maxDiffPixelRatio: 0.001 });
      }
    }
  });
}
