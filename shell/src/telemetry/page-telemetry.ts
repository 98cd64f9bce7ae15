import type { Composition } from '@shop/remote-contract/composition';
import type { TelemetryTag } from '@shop/remote-contract/telemetry';
import type { CountEvent } from './send-beacon';

/**
 * Milliseconds after which a page counts as loaded. A script that never arrives can hold the load event back for minutes, and
 * that is a failure to report.
 */
const longestLoad = 10_000;

/**
 * Counts the events of this page from its first moment. The module that sends beacons loads when the page is idle after its
 * load event, or after ten seconds without one.
 *
 * @param tag From the document; null for a page that sends no beacons, such as a preview or a development build.
 * @returns Counts further events.
 * @see docs/decisions/0011
 */
export function startPageTelemetry(tag: TelemetryTag | null, composition: Composition): CountEvent {
  if (!tag) return () => undefined;
  const early: Parameters<CountEvent>[] = [];
  let count: CountEvent = (...event) => void early.push(event);

  window.addEventListener('error', ({ filename, error, message }) => {
    // Errors of browser extensions have another origin and are not counted.
    if (!filename || filename.startsWith(window.location.origin)) {
      count('errors', findRelease(error, filename), error ?? message);
    }
  });
  window.addEventListener('unhandledrejection', ({ reason }) => count('errors', findRelease(reason), reason));

  const start = async () => {
    const { sendBeacons } = await import(/* webpackChunkName: "telemetry" */ './send-beacon');
    count = sendBeacons(tag, composition, early);
  };
  // Safari has no idle callbacks. When the chunk does not load, the page works unmeasured.
  const wait: (work: () => void) => void = window.requestIdleCallback ?? setTimeout;
  const loaded = new Promise<unknown>((resolve) => {
    if (document.readyState === 'complete') return resolve(undefined);
    window.addEventListener('load', resolve, { once: true });
    window.setTimeout(resolve, longestLoad);
  });
  void loaded.then(() => wait(() => void start().catch(() => undefined)));
  return (...event) => count(...event);
}

/** Finds the release whose file comes first in the stack of an error. */
export const findRelease = (error: unknown, filename = ''): string | undefined =>
  /\/r\/([^/\s]+\/[^/\s]+-[0-9a-f]{12})\//.exec(`${(error as Error | null)?.stack}\n${filename}`)?.[1];
