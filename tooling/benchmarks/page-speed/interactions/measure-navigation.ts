import type { Browser } from 'playwright-core';
import type { Variant } from '../shops/open-shops';
import { waitUntilTrue, withPhone } from './phone';

/** Whether the browser has the next remote when the shopper taps: `prefetched` after the link had the focus. */
export type NavigationStart = 'cold' | 'prefetched';

/** Milliseconds without a request after which everything is prefetched. */
const quietMs = 2000;

/** Script that records when the shopper taps, and when the heading of the next screen is there. */
const navigationRecorder = `(() => {
  addEventListener('click', ({ timeStamp }) => { globalThis.clickTime = timeStamp; }, true);
  const check = () => {
    const isShown = location.pathname === '/shipping' && /shipping/i.test(document.querySelector('main h1')?.textContent ?? '');
    if (isShown) globalThis.shownTime = performance.now();
    else requestAnimationFrame(check);
  };
  requestAnimationFrame(check);
})();`;

/**
 * Taps on a link from the home page to a policy, which another remote owns, on a slow phone over Slow 4G.
 *
 * @returns Milliseconds from the tap until the policy is shown.
 */
export async function measureNavigation(
  browser: Browser,
  { origin }: Variant,
  start: NavigationStart,
): Promise<number> {
  return withPhone(browser, { scripts: [navigationRecorder], hasSlowNetwork: true }, async (page) => {
    await page.goto(origin);
    await waitUntilTrue(page, "performance.getEntriesByName('shop-hydrated').length > 0");
    const link = page.getByRole('contentinfo').getByRole('link', { name: 'Shipping' });
    await link.scrollIntoViewIfNeeded();
    if (start === 'prefetched') {
      await link.focus();
      let lastRequest = Date.now();
      page.on('request', () => (lastRequest = Date.now()));
      while (Date.now() - lastRequest < quietMs) await page.waitForTimeout(100);
    }
    await link.tap();
    await waitUntilTrue(page, 'globalThis.shownTime');
    return page.evaluate<number>('shownTime - clickTime');
  });
}
