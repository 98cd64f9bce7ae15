import { type HealthBeacon, type HealthTag, healthAddress, type PageCounts } from '@shop/remote-contract/health';

/** Milliseconds that a trouble waits for others before it is told: a page may stay open for hours. */
const sendDelay = 5000;

/** What a page tells of how it does. */
export interface PageHealth {
  count: (what: keyof PageCounts) => void;
}

const nothing = (): PageCounts => ({ errors: 0, loadFailures: 0, checkoutsStarted: 0, ordersPlaced: 0 });

/**
 * Counts how this page does and tells the gateway: troubles after a few seconds, the rest when the page is left. Web
 * vitals are watched by a chunk that comes when the page has nothing else to do.
 *
 * @param tag What the document says; null for a page that is not to report: a preview, or apps from source.
 * @param composition The `seq` of the page's composition.
 * @see docs/decisions/0011
 */
export function watchPageHealth(tag: HealthTag | null, composition: number): PageHealth {
  if (!tag) return { count: () => undefined };
  let counts = nothing();
  let vitals: HealthBeacon['vitals'] = {};
  let hasNews = false;
  let timer: number | undefined;

  const send = () => {
    window.clearTimeout(timer);
    timer = undefined;
    if (!hasNews) return;
    const beacon: HealthBeacon = { composition, cohort: tag.cohort, ...counts, vitals };
    const body = new Blob([JSON.stringify(beacon)], { type: 'application/json' });
    // One that the browser does not take is lost: figures are not worth a shopper's line.
    navigator.sendBeacon(healthAddress, body);
    counts = nothing();
    vitals = {};
    hasNews = false;
  };
  const count: PageHealth['count'] = (what) => {
    counts[what]++;
    hasNews = true;
    timer ??= window.setTimeout(send, sendDelay);
  };

  window.addEventListener('error', ({ filename }) => {
    // Extensions of a browser fail in our pages too.
    if (!filename || filename.startsWith(window.location.origin)) count('errors');
  });
  window.addEventListener('unhandledrejection', () => count('errors'));
  // On the window: the vitals have been told by then, by listeners on the document.
  window.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && send());
  window.addEventListener('pagehide', send);

  whenIdle(() => {
    if (tag.isCompared) {
      hasNews = true;
      send();
    }
    const watch = async () => {
      const { watchVitals } = await import(/* webpackChunkName: "vitals" */ './watch-vitals');
      watchVitals((name, value) => {
        vitals[name] = value;
        hasNews = true;
      });
    };
    // Without the chunk the page goes on as it is, unmeasured.
    watch().catch(() => undefined);
  });
  return { count };
}

/** After the page was loaded, in its first idle moment. */
function whenIdle(work: () => void): void {
  const start = () => {
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: sendDelay });
    else setTimeout(work, 0);
  };
  if (document.readyState === 'complete') start();
  else window.addEventListener('load', start, { once: true });
}
