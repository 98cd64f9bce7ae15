import type { ComposedApp, Composition } from '@shop/remote-contract/composition';
import type { TelemetryTag } from '@shop/remote-contract/telemetry';
import { isCopy } from '../base/device-state';
import { documentIds } from '../base/page';
import type { CountEvent } from './send-beacon';

/**
 * Milliseconds after which a page counts as loaded. A script that never arrives can hold the load event back for minutes, and
 * that is a failure to report.
 */
const longestLoad = 10_000;

/**
 * Counts the events of this page from now on. `recoverEntry`, which needs the notice, then counts no error. The module that sends
 * beacons loads when the page is idle after its load event, or after ten seconds without one.
 *
 * @param tag From the document; null for a page that sends no beacons, such as a preview or a development build.
 * @returns Counts further events.
 * @see docs/decisions/0011
 */
export function startPageTelemetry(tag: TelemetryTag | null, composition: Composition): CountEvent {
  document.getElementById(documentIds.entryNotice)?.remove();
  if (!tag) return () => undefined;
  const early: Parameters<CountEvent>[] = [];
  let count: CountEvent = (...event) => void early.push(event);

  window.addEventListener('error', ({ filename, error, message }) => {
    // Errors of browser extensions have another origin and are not counted.
    if (!filename || filename.startsWith(window.location.origin)) {
      // A hidden error has no file name.
      count('errors', findRelease(error, filename), error ?? (filename ? message : undefined));
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

/**
 * Counts the releases that do not load: those of scripts and style sheets of this page, and those of the apps that the result
 * receives. A page counts a release once, however often it tries.
 */
export function countLoadFailures(count: CountEvent): (app: ComposedApp) => void {
  const failed = new Set<string>();
  const add = (key: string, release: string) => {
    // A failure without a network says nothing about the release.
    if (!navigator.onLine || isCopy() || failed.has(key)) return;
    failed.add(key);
    count('loadFailures', release);
  };
  // The error of an element does not bubble.
  const onFileError = ({ target }: Event) => {
    if (!(target instanceof Element && target.matches('script,link[rel=stylesheet]'))) return;
    const release = findRelease(null, target.getAttribute('src') ?? target.getAttribute('href') ?? '');
    if (release) add(release, release);
  };
  window.addEventListener('error', onFileError, true);
  return ({ name, version, digest }) => {
    const release = `${name}/${version}-${digest}`;
    // The document may omit the version of a remote.
    add(release, version && release);
  };
}

/** Finds the release whose file comes first in the stack of an error. */
export const findRelease = (error: unknown, filename = ''): string | undefined =>
  /\/r\/([^/\s]+\/[^/\s]+-[0-9a-f]{12})\//.exec(`${(error as Error | null)?.stack}\n${filename}`)?.[1];
