import type { PageCounts, TelemetryTag } from '@shop/remote-contract/telemetry';
import type { CountEvent } from './count-event';

/** What a page tells of how it does. */
export interface PageTelemetry {
  count: CountEvent;
}

/**
 * Counts how this page does from its first moment. What tells the gateway comes when the page has nothing else to do.
 *
 * @param tag What the document says; null for a page that is not to report: a preview, or apps from source.
 * @param composition The `seq` of the page's composition.
 * @see docs/decisions/0011
 */
export function startPageTelemetry(tag: TelemetryTag | null, composition: number): PageTelemetry {
  if (!tag) return { count: () => undefined };
  const early: (keyof PageCounts)[] = [];
  let count: CountEvent = (what) => void early.push(what);

  window.addEventListener('error', ({ filename }) => {
    // Extensions of a browser fail in our pages too.
    if (!filename || filename.startsWith(window.location.origin)) count('errors');
  });
  window.addEventListener('unhandledrejection', () => count('errors'));

  const start = async () => {
    const { sendBeacons } = await import(/* webpackChunkName: "telemetry" */ './send-beacon');
    count = sendBeacons(tag, composition, early);
  };
  // Safari has no idle callbacks. Without the chunk the page goes on as it is, unmeasured.
  const wait: (work: () => void) => void = window.requestIdleCallback ?? setTimeout;
  const startWhenIdle = () => wait(() => void start().catch(() => undefined));
  if (document.readyState === 'complete') startWhenIdle();
  else window.addEventListener('load', startWhenIdle, { once: true });
  return { count: (what) => count(what) };
}
