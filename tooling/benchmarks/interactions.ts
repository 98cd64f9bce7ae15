import { findChromium } from '@shop/releases/smoke-test/find-chromium';
import { waitUntil } from '@shop/testing/wait-until';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { formatNumber, formatSummary, formatTable, getMedian, getQuantile, type SectionResult } from './report';
import { type BenchmarkShop, signInDemoAccount } from './shop';
import { findCataloguePaths, openVariants } from './variants';

/** CPU slowdown of a mid-range phone against a developer's machine, as Lighthouse emulates it. */
const cpuSlowdown = 4;

/**
 * Lighthouse's Slow 4G as the browser applies it, which slows every request instead of every round trip. Latency in
 * milliseconds, throughput in bytes a second.
 */
const slow4G = { offline: false, latency: 562.5, downloadThroughput: 1_474_560 / 8, uploadThroughput: 675_000 / 8 };

/** Milliseconds until a step counts as failed. */
const timeoutMs = 60_000;

/** Measures interactions, a tap at the largest contentful paint, and the navigation to another remote, in both variants. */
export async function measureInteractions(shop: BenchmarkShop, isShort: boolean): Promise<SectionResult> {
  const variants = await openVariants(shop);
  const { list, product } = await findCataloguePaths(shop.storeApi);
  const executablePath = findChromium();
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] });
  const runs = isShort ? 1 : 5;
  try {
    const measured = [];
    for (const { name, origin } of variants) {
      console.log(`  latency, ${name}`);
      const latencies = await measureLatencies(browser, origin, shop.storeApi, list, isShort ? 2 : 20);
      measured.push({ name, origin, latencies, taps: [] as number[], navigations: [] as number[] });
    }
    for (let run = 0; run < runs; run++) {
      for (const { name, origin, taps, navigations } of measured) {
        console.log(`  ${run + 1}/${runs} tap and navigation, ${name}`);
        taps.push(await measureTap(browser, origin + product));
        navigations.push(await measureNavigation(browser, origin));
      }
    }
    const [federated] = measured;
    const getSlowQuarter = (latencies: readonly number[] = []) => getQuantile(latencies, 0.75);
    const kinds = Object.keys(federated?.latencies ?? {});
    const rows = measured.map(({ name, latencies, taps, navigations }) => [
      name,
      ...kinds.map((kind) => formatNumber(getSlowQuarter(latencies[kind]))),
      ...[taps, navigations].map((times) => formatSummary(times.map(Math.round))),
    ]);
    return {
      targets: [
        ...kinds.map((kind) => ({
          text: `${kind}: latency, 75th percentile, ms`,
          value: getSlowQuarter(federated?.latencies[kind]),
          limit: 200,
        })),
        {
          text: 'tap right after LCP on Slow 4G until the cart counts the item, ms',
          value: getMedian(federated?.taps ?? []),
          limit: 1500,
        },
        {
          text: 'prefetched navigation to another remote, ms',
          value: getMedian(federated?.navigations ?? []),
          limit: 100,
        },
      ],
      parts: [
        `Milliseconds at 4 times CPU slowdown. Four latencies from the input to the next paint: 75th percentile of 20 (Event Timing, steps of 8 ms). On Slow 4G, median (range) of ${runs}: _Tap_, from a tap on "Add to Cart" right after the picture is painted until the header counts the item. _Navigation_, from a tap on a prefetched link of home until the policy is shown.\n\n${formatTable(['Variant', ...kinds, 'Tap', 'Navigation'], rows)}`,
      ],
    };
  } finally {
    await browser.close();
  }
}

/** Opens a page on a slow phone with an empty cache. @param script Runs before those of each page. */
async function withPhone<Result>(
  browser: Browser,
  { script, hasSlowNetwork }: { script: string; hasSlowNetwork: boolean },
  work: (page: Page) => Promise<Result>,
): Promise<Result> {
  const viewport = { width: 412, height: 823 };
  const context = await browser.newContext({ viewport, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true });
  try {
    context.setDefaultTimeout(timeoutMs);
    await context.addInitScript({ content: script });
    const page = await context.newPage();
    const devTools = await context.newCDPSession(page);
    await devTools.send('Network.enable');
    if (hasSlowNetwork) await devTools.send('Network.emulateNetworkConditions', slow4G);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
    return await work(page);
  } finally {
    await context.close();
  }
}

/**
 * Waits until an expression is true in a page. Playwright's `waitForFunction` evaluates text in the page, which the content
 * security policy forbids.
 */
async function waitUntilTrue(page: Page, expression: string): Promise<void> {
  const isTrue = () => page.evaluate<boolean>(`Boolean(${expression})`);
  await waitUntil(isTrue, { timeoutMs, intervalMs: 100, message: expression });
}

const waitUntilHydrated = (page: Page) =>
  waitUntilTrue(page, "performance.getEntriesByName('shop-hydrated').length > 0");

/** The browser reports events of at least this duration, in milliseconds. An interaction without an event was faster. */
const minReportedMs = 16;

/** Script that records the events of interactions. @see https://www.w3.org/TR/event-timing */
const eventRecorder = `(() => {
  globalThis.recordedEvents = [];
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) if (interactionId > 0) recordedEvents.push(duration);
  }).observe({ type: 'event', durationThreshold: ${minReportedMs}, buffered: true });
})();`;

/** Milliseconds after which the browser has reported the events of an interaction and the page is idle. */
const settleMs = 700;

/**
 * Measures the latency of interactions on a fast network: latency counts until the next paint, which waits for no response.
 *
 * @param listPath Address of a list with several pages and sub-categories.
 * @param count Number of interactions of each kind.
 * @returns Milliseconds by kind of interaction: the slowest event of each.
 */
async function measureLatencies(
  browser: Browser,
  origin: string,
  storeApi: string,
  listPath: string,
  count: number,
): Promise<Record<string, number[]>> {
  const list = origin + listPath;
  const open = async (page: Page, address: string, content: Locator) => {
    await page.goto(address);
    await content.waitFor();
    await waitUntilHydrated(page);
  };
  const measure = (prepare: (page: Page) => Promise<(index: number) => Promise<unknown>>) =>
    withPhone(browser, { script: eventRecorder, hasSlowNetwork: false }, async (page) => {
      const act = await prepare(page);
      const latencies: number[] = [];
      for (let index = 0; index < count; index++) {
        await page.evaluate('recordedEvents.length = 0');
        await act(index);
        await page.waitForTimeout(settleMs);
        latencies.push(await page.evaluate<number>(`Math.max(${minReportedMs}, ...recordedEvents)`));
      }
      return latencies;
    });
  const openList = async (page: Page) => {
    const add = page.getByRole('article').first().getByRole('button', { name: 'Add to Cart' });
    await open(page, list, add);
    return add;
  };
  const token = await signInDemoAccount(storeApi);
  return {
    'add to cart': await measure(async (page) => {
      const add = await openList(page);
      return () => add.tap();
    }),
    filter: await measure(async (page) => {
      const subCategory = page.getByRole('combobox', { name: 'Sub-category' });
      await open(page, list, subCategory);
      await waitUntilTrue(page, "document.querySelectorAll('select[name=parentCategory] option').length > 1");
      await subCategory.focus();
      // The second option and the first one in turn.
      return (index) => page.keyboard.press(index % 2 ? 'ArrowUp' : 'ArrowDown');
    }),
    page: await measure(async (page) => {
      const pagination = page.getByRole('navigation', { name: 'Pagination' });
      await open(page, list, pagination);
      return (index) => pagination.getByRole('link', { name: `Page ${index % 2 ? 1 : 2}`, exact: true }).tap();
    }),
    'typing in checkout': await measure(async (page) => {
      await (await openList(page)).tap();
      await waitUntilTrue(page, "localStorage.getItem('cart') !== null");
      await page.evaluate(`localStorage.setItem('auth_token', ${JSON.stringify(token)})`);
      const name = page.getByLabel('Full Name');
      await open(page, `${origin}/checkout`, name);
      await name.focus();
      return (index) => page.keyboard.press('abcdefghij'[index % 10] ?? 'a');
    }),
  };
}

/**
 * Script that waits for the picture of the product as largest contentful paint and for the button, brings the button into
 * view and gives its position.
 */
const waitForPaint = `new Promise((resolve) => {
  let isPainted = false;
  new PerformanceObserver((list) => {
    isPainted ||= list.getEntries().some(({ element }) => element?.tagName === 'IMG');
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  const check = () => {
    const buttons = [...document.querySelectorAll('main button')];
    const button = buttons.find(({ textContent, offsetParent }) => textContent.includes('Add to Cart') && offsetParent);
    if (!isPainted || !button) return requestAnimationFrame(check);
    button.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, top, width, height } = button.getBoundingClientRect();
    resolve({ x: left + width / 2, y: top + height / 2 });
  };
  check();
})`;

/** Creates a script that records the first event of a kind, and when a condition holds after it. */
const recordUntil = (event: string, condition: string) => `(() => {
  addEventListener('${event}', ({ timeStamp }) => { globalThis.startTime ??= timeStamp; }, true);
  const check = () => {
    if (${condition}) globalThis.endTime = performance.now();
    else requestAnimationFrame(check);
  };
  requestAnimationFrame(check);
})();`;

/** Taps on "Add to Cart" as soon as the picture is painted. @returns Milliseconds until the header's cart link counts the item. */
function measureTap(browser: Browser, address: string): Promise<number> {
  const script = recordUntil('pointerdown', `document.querySelector('header a[aria-label="Cart, 1 item"]')`);
  return withPhone(browser, { script, hasSlowNetwork: true }, async (page) => {
    await page.goto(address, { waitUntil: 'commit' });
    const { x, y } = await page.evaluate<{ x: number; y: number }>(waitForPaint);
    await page.touchscreen.tap(x, y);
    await waitUntilTrue(page, 'globalThis.endTime');
    return page.evaluate<number>('endTime - startTime');
  });
}

/** Milliseconds without a request after which everything is prefetched. */
const quietMs = 2000;

/**
 * Taps on a link from the home page to a policy, which another remote owns, after the link had the focus and its remote is
 * prefetched. The tap that unfolds the links is not measured.
 *
 * @returns Milliseconds until the policy is shown.
 */
function measureNavigation(browser: Browser, origin: string): Promise<number> {
  const script = recordUntil(
    'click',
    `location.pathname === '/shipping' && /shipping/i.test(document.querySelector('main h1')?.textContent ?? '')`,
  );
  return withPhone(browser, { script, hasSlowNetwork: true }, async (page) => {
    await page.goto(origin);
    await waitUntilHydrated(page);
    const footer = page.getByRole('contentinfo');
    // Phones fold the links of the footer.
    await footer.locator('summary', { hasText: 'Help' }).tap();
    const link = footer.getByRole('link', { name: 'Shipping' });
    await link.scrollIntoViewIfNeeded();
    await link.focus();
    let lastRequest = Date.now();
    page.on('request', () => (lastRequest = Date.now()));
    while (Date.now() - lastRequest < quietMs) await page.waitForTimeout(100);
    await page.evaluate('globalThis.startTime = undefined');
    await link.tap();
    await waitUntilTrue(page, 'globalThis.endTime');
    return page.evaluate<number>('endTime - startTime');
  });
}
