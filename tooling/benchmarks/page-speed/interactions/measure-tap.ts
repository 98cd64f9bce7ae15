import type { Browser } from 'playwright-core';
import type { Variant } from '../shops/open-shops';
import { waitUntilTrue, withPhone } from './phone';

/** What a shopper waits for after a tap on "Add to Cart" at the moment of the largest contentful paint. Milliseconds. */
export interface TapFigures {
  /** Time of the largest contentful paint, since the navigation. */
  paint: number;
  /** From the tap until the header's cart link counts the item. Infinite for a tap without an effect. */
  counted: number;
}

/** Milliseconds after which a tap has had no effect: all scripts have loaded by then. */
const maxWaitMs = 30_000;

/**
 * Script that waits for the picture of the product as largest contentful paint and for the button, brings the button into
 * view and gives its position.
 */
const waitForPaint = `new Promise((resolve) => {
  let paint = 0;
  new PerformanceObserver((list) => {
    for (const { element, startTime } of list.getEntries()) if (element?.tagName === 'IMG') paint ||= startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  const check = () => {
    const buttons = [...document.querySelectorAll('main button')];
    const button = buttons.find(({ textContent, offsetParent }) => textContent.includes('Add to Cart') && offsetParent);
    if (!paint || !button) return requestAnimationFrame(check);
    button.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, top, width, height } = button.getBoundingClientRect();
    resolve({ paint, x: left + width / 2, y: top + height / 2 });
  };
  check();
})`;

/** Script that records when the shopper taps, and when the header counts an item. */
const tapRecorder = `(() => {
  addEventListener('pointerdown', ({ timeStamp }) => { globalThis.tapTime ??= timeStamp; }, true);
  const check = () => {
    if (document.querySelector('header a[aria-label="Cart, 1 item"]')) globalThis.countedTime = performance.now();
    else requestAnimationFrame(check);
  };
  requestAnimationFrame(check);
})();`;

/** Opens a product on a slow phone over Slow 4G, and taps on "Add to Cart" as soon as its picture is painted. */
export async function measureTap(browser: Browser, { origin }: Variant, productPath: string): Promise<TapFigures> {
  return withPhone(browser, { scripts: [tapRecorder], hasSlowNetwork: true }, async (page) => {
    await page.goto(origin + productPath, { waitUntil: 'commit' });
    const { paint, x, y } = await page.evaluate<{ paint: number; x: number; y: number }>(waitForPaint);
    await page.touchscreen.tap(x, y);
    const isCounted = await waitUntilTrue(page, 'globalThis.countedTime', maxWaitMs).then(
      () => true,
      () => false,
    );
    return { paint, counted: isCounted ? await page.evaluate<number>('countedTime - tapTime') : Infinity };
  });
}
