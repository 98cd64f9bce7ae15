import { beaconPath, type PageBeacon, type PageCounts, type TelemetryTag } from '@shop/remote-contract/telemetry';
import { type Metric, onCLS, onINP, onLCP, onTTFB } from 'web-vitals';
import type { CountEvent } from './count-event';
import { countPurchases } from './count-purchases';

/** Milliseconds that a trouble waits for others before it is told: a page may stay open for hours. */
const sendDelay = 5000;

const nothing = (): PageCounts => ({ errors: 0, loadFailures: 0, checkoutsStarted: 0, ordersPlaced: 0 });

/**
 * Tells the gateway how this page does: that it started, while a canary runs; troubles after a few seconds; the rest, with
 * its web vitals, when it is left.
 *
 * @param early What was counted before.
 * @returns Counts what comes.
 */
export function sendBeacons(tag: TelemetryTag, composition: number, early: readonly (keyof PageCounts)[]): CountEvent {
  let counts = nothing();
  let vitals: PageBeacon['vitals'] = {};
  let hasNews = tag.isCompared;
  let timer: number | undefined;

  const send = () => {
    window.clearTimeout(timer);
    timer = undefined;
    if (!hasNews) return;
    const beacon: PageBeacon = { composition, cohort: tag.cohort, ...counts, vitals };
    const body = new Blob([JSON.stringify(beacon)], { type: 'application/json' });
    // One that the browser does not take is lost: figures are not worth a shopper's line.
    navigator.sendBeacon(beaconPath, body);
    counts = nothing();
    vitals = {};
    hasNews = false;
  };
  const count: CountEvent = (what) => {
    counts[what]++;
    hasNews = true;
    timer ??= window.setTimeout(send, sendDelay);
  };
  const measure = (name: keyof typeof vitals) => (metric: Metric) => {
    vitals[name] = metric.value;
    hasNews = true;
  };

  for (const what of early) count(what);
  countPurchases(count);
  send();
  // On the window and without capture: by then the library's own listeners have told the vitals.
  window.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && send());
  window.addEventListener('pagehide', send);
  onLCP(measure('LCP'));
  onINP(measure('INP'));
  onCLS(measure('CLS'));
  onTTFB(measure('TTFB'));
  return count;
}
