import type { Page } from 'playwright-core';

/** An interaction in the browser's Event Timing. @see https://www.w3.org/TR/event-timing */
export interface TimedEvent {
  /** The events of one interaction (pointerdown, pointerup, click) have the same id. 0 for an event that is no interaction. */
  interactionId: number;
  /** Milliseconds from the input to the next paint, in steps of 8. */
  duration: number;
}

/** The browser reports events of at least this duration, in milliseconds. */
const minReportedMs = 16;

/** Script that records events from the start of a page. */
export const eventRecorder = `(() => {
  globalThis.recordedEvents = [];
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) recordedEvents.push({ interactionId, duration });
  }).observe({ type: 'event', durationThreshold: ${minReportedMs}, buffered: true });
})();`;

/**
 * Returns the latency of one interaction: its slowest event. Without an event the interaction was faster than the browser
 * reports, so the smallest reported duration is its upper limit.
 */
export const getLatency = (events: readonly TimedEvent[]): number =>
  Math.max(minReportedMs, ...events.filter(({ interactionId }) => interactionId > 0).map(({ duration }) => duration));

/** Milliseconds after which the browser has reported the events of an interaction and the page is idle. */
const settleMs = 700;

/** Acts on a page with {@link eventRecorder}. @returns The latency of the interaction in milliseconds. */
export async function timeInteraction(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate('recordedEvents.length = 0');
  await act();
  await page.waitForTimeout(settleMs);
  return getLatency(await page.evaluate('recordedEvents'));
}
