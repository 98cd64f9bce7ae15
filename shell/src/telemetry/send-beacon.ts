import type { Composition } from '@shop/remote-contract/composition';
import { splitLanguage } from '@shop/remote-contract/languages';
import { beaconPath, type PageBeacon, type PageCounts, type TelemetryTag } from '@shop/remote-contract/telemetry';
import { urls } from '@shop/remote-contract/urls';
import { onCLS, onINP, onLCP, onTTFB } from 'web-vitals';
import { pageReadyEvent, pageReadyMark } from '../base/page';
import { createErrorReporter } from './report-errors';

/**
 * Adds one to a counter of the page. The release is the one whose code caused an error: `mf-catalog/1.0.0-4f3a…`. A thrown value
 * without a release counts for the shell of the page. The error is what was thrown.
 */
export type CountEvent = (counter: keyof PageCounts, release?: string, error?: unknown) => void;

const countedPaths = new Map<string, 'checkoutsStarted' | 'ordersPlaced'>([
  [urls.checkout(), 'checkoutsStarted'],
  [urls.orderSuccess(), 'ordersPlaced'],
]);

/**
 * Counts started checkouts and placed orders by the pages that the shopper visits. Each page counts once in a document,
 * and a reload does not count again. A browser without the Navigation API counts only the first page of a document.
 */
export function countPurchases(count: CountEvent, languages: readonly string[] = []): void {
  const getPath = () => splitLanguage(window.location.pathname, languages).pathname;
  const counted = new Set<string>(isReloadedDocument() ? [getPath()] : []);
  const countPage = () => {
    const pathname = getPath();
    const counter = countedPaths.get(pathname);
    if (counter && !counted.has(pathname)) count(counter);
    counted.add(pathname);
  };
  countPage();
  if ('navigation' in window) window.navigation.addEventListener('currententrychange', countPage);
}

function isReloadedDocument(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation !== undefined && 'type' in navigation && navigation.type !== 'navigate';
}

/** Returns the milliseconds from the start of the page until it reacted to input. Undefined while it does not. */
const getReadyTime = (): number | undefined => performance.getEntriesByName(pageReadyMark)[0]?.startTime;

/** Milliseconds after the page reacts to input in which tasks still belong to its start. */
const startMs = 5000;
/** Milliseconds of a task that no shopper notices. */
const unnoticedMs = 50;

/**
 * Measures the total blocking time of the page's start.
 *
 * @returns Reads it in milliseconds. Undefined in a browser that does not report long tasks: only Chromium does.
 */
function measureBlocking(): () => number | undefined {
  if (!window.PerformanceObserver?.supportedEntryTypes?.includes('longtask')) return () => undefined;
  let blocked = 0;
  const add = (tasks: PerformanceEntryList) => {
    const end = (getReadyTime() ?? Number.POSITIVE_INFINITY) + startMs;
    for (const { startTime, duration } of tasks) if (startTime < end) blocked += duration - unnoticedMs;
  };
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: 'longtask', buffered: true });
  return () => {
    add(observer.takeRecords());
    return Math.round(blocked);
  };
}

/** True for what an extension of the browser threw. */
const isFromExtension = (error: unknown): boolean =>
  /(-extension|webkit-masked-url):\/\//.test(`${(error as Error | null)?.stack}`);

/** Milliseconds that a counted event waits for further ones before it is sent. A page may stay open for hours. */
const sendDelay = 5000;

const zeroCounts = (): PageCounts => ({ errors: 0, loadFailures: 0, checkoutsStarted: 0, ordersPlaced: 0 });

/**
 * Sends this page's metrics to the gateway. While a canary runs, a beacon says that the page started as soon as it does. Counted
 * events follow after five seconds, and everything else when the page is hidden.
 *
 * The gateway counts each vital of a beacon as one sample. LCP and TTFB are final when web-vitals reports them. TBT is sent when
 * the page is first hidden: a shopper may leave a page that is blocked. CLS and
 * INP grow until the page is left, and web-vitals reports them at every change to hidden. Only the value at the time of
 * leaving is sent, so that a page view is one sample.
 *
 * @param early Events counted before this module was loaded.
 * @returns Counts further events.
 */
export function sendBeacons(
  tag: TelemetryTag,
  { seq, shell }: Composition,
  early: readonly Parameters<CountEvent>[],
): CountEvent {
  let counts = zeroCounts();
  let appErrors: Record<string, number> | undefined;
  let vitals: PageBeacon['vitals'] = {};
  let growing: Pick<PageBeacon['vitals'], 'CLS' | 'INP'> = {};
  let hasNews = tag.isCompared;
  let isLeaving = false;
  let timer: number | undefined;
  const reporter = createErrorReporter(seq);
  const shellRelease = `${shell.name}/${shell.version}-${shell.digest}`;
  let readBlocking: (() => number | undefined) | null = measureBlocking();

  const send = () => {
    window.clearTimeout(timer);
    timer = undefined;
    if (!hasNews) return;
    const beacon: PageBeacon = {
      composition: seq,
      group: tag.group,
      isStarted: getReadyTime() !== undefined,
      ...counts,
      ...(appErrors && { appErrors }),
      vitals,
    };
    const body = new Blob([JSON.stringify(beacon)], { type: 'application/json' });
    // A beacon that the browser rejects or cannot send is lost. Telemetry is not worth a retry on a shopper's connection.
    navigator.sendBeacon?.(beaconPath, body);
    reporter.send();
    counts = zeroCounts();
    appErrors = undefined;
    vitals = {};
    hasNews = false;
  };
  const count: CountEvent = (counter, release, error) => {
    if (!release && isFromExtension(error)) return;
    counts[counter]++;
    // A browser hides what a script of another site threw.
    const isHidden = error === null || error === undefined;
    const source = release ?? (counter === 'errors' && !isHidden ? shellRelease : undefined);
    if (source) appErrors = { ...appErrors, [source]: (appErrors?.[source] ?? 0) + 1 };
    if (source && counter === 'errors') reporter.add(error, source);
    hasNews = true;
    timer ??= window.setTimeout(send, sendDelay);
  };
  const sendWhenHidden = () => {
    const blocked = readBlocking?.();
    readBlocking = null;
    if (blocked !== undefined) {
      vitals.TBT = blocked;
      hasNews = true;
    }
    if (isLeaving && document.visibilityState === 'hidden' && Object.keys(growing).length > 0) {
      vitals = { ...vitals, ...growing };
      growing = {};
      hasNews = true;
    }
    send();
  };

  for (const event of early) count(...event);
  countPurchases(count, shell.languages);
  if (getReadyTime() !== undefined) send();
  else {
    const sendStart = () => {
      hasNews ||= tag.isCompared;
      send();
    };
    window.addEventListener(pageReadyEvent, sendStart, { once: true });
  }
  // These listeners bubble on the window. The listeners of web-vitals capture, so they have reported by then.
  window.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && sendWhenHidden());
  // A browser that closes a visible page hides it after `pagehide`. The last report of CLS and INP comes in between.
  window.addEventListener('pagehide', () => {
    isLeaving = true;
    sendWhenHidden();
  });
  // A page from the back/forward cache is a new page view with metrics of its own.
  window.addEventListener('pageshow', () => {
    isLeaving = false;
  });
  const sendOnce = (name: 'LCP' | 'TTFB') => (metric: { value: number }) => {
    vitals[name] = metric.value;
    hasNews = true;
  };
  onLCP(sendOnce('LCP'));
  onTTFB(sendOnce('TTFB'));
  onINP(({ value }) => {
    growing.INP = value;
  });
  onCLS(({ value }) => {
    growing.CLS = value;
  });
  return count;
}
