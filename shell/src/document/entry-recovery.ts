import type { DocumentComposition } from '@shop/remote-contract/composition';
import type { PageBeacon, PageCounts, TelemetryTag } from '@shop/remote-contract/telemetry';

/** Constants of `recoverEntry`. */
export interface EntryRecoverySettings {
  /** Id of the element with the `DocumentComposition` as JSON. */
  compositionId: string;
  /** Id of the element with the `TelemetryTag` as JSON. A document that sends no beacons does not have it. */
  telemetryId: string;
  /** Id of the notice for the shopper, and of its template. A page that starts removes either one. */
  noticeId: string;
  /** See `entryFailedEvent`. */
  failedEvent: string;
  /** Path that pages post their beacons to. */
  beaconPath: string;
}

/** An element of the document whose file is requested again: the shell's entry or a style sheet. */
type DocumentFile = HTMLScriptElement | HTMLLinkElement;

/**
 * Requests the shell's entry, whose script has `data-entry`, and the style sheets of the document twice more when they do not
 * load: after two seconds, and not before the device is online. Each time it replaces the file in the caches first, because
 * a browser keeps a damaged immutable file. While the device is offline, and when the last request for the entry fails, it
 * announces that the page does not start and shows the notice of the document. The last failure of the entry counts as a
 * load failure of the shell. An entry that throws before the page counts its own errors shows the notice too, and counts as an
 * error of the shell.
 *
 * The text of this function becomes an inline script of the document, so it uses nothing from outside.
 *
 * @see docs/decisions/0014
 */
export function recoverEntry(settings: EntryRecoverySettings): void {
  const { compositionId, telemetryId, noticeId, failedEvent, beaconPath } = settings;
  const pauseMs = 2000;
  const maxRequests = 2;
  /** Further requests by URL. */
  const requests = new Map<string, number>();

  const isEntry = (file: DocumentFile): file is HTMLScriptElement => 'src' in file;
  const getUrl = (file: DocumentFile) => (isEntry(file) ? file.src : file.href);

  const requestAgain = async (failed: DocumentFile) => {
    // The loader of a remote removes its failed style sheet, and requests it again itself.
    if (!failed.isConnected) return;
    if (!navigator.onLine) {
      if (isEntry(failed)) showNotice();
      await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
    }
    try {
      await (await fetch(getUrl(failed), { cache: 'reload', signal: AbortSignal.timeout(10_000) })).arrayBuffer();
    } catch {
      return recover(failed);
    }
    // A browser does not run the copy of a script element that has run or failed.
    const element = document.createElement(failed.localName);
    for (const { name, value } of failed.attributes) element.setAttribute(name, value);
    failed.replaceWith(element);
  };
  const readInline = (id: string) => JSON.parse(document.getElementById(id)?.textContent ?? 'null');
  const report = (counts: Pick<PageCounts, 'errors' | 'loadFailures'>) => {
    const tag: TelemetryTag | null = readInline(telemetryId);
    const composition: DocumentComposition | null = readInline(compositionId);
    // A failure without a network says nothing about the release.
    if (!tag || !composition || !navigator.onLine || 'copy' in document.documentElement.dataset) return;
    const { seq, shell } = composition;
    const beacon: PageBeacon = {
      composition: seq,
      group: tag.group,
      isStarted: false,
      ...counts,
      checkoutsStarted: 0,
      ordersPlaced: 0,
      appErrors: { [`${shell.name}/${shell.version}-${shell.digest}`]: 1 },
      vitals: {},
    };
    navigator.sendBeacon?.(beaconPath, new Blob([JSON.stringify(beacon)], { type: 'application/json' }));
  };
  /** Shows the notice. @returns False when it is shown already, and when the page has started. */
  const showNotice = (): boolean => {
    const template = document.getElementById(noticeId);
    if (!(template instanceof HTMLTemplateElement)) return false;
    dispatchEvent(new Event(failedEvent));
    document.body.prepend(template.content);
    template.remove();
    return true;
  };
  const recover = (failed: DocumentFile) => {
    const url = getUrl(failed);
    const count = requests.get(url) ?? 0;
    if (count < maxRequests) {
      requests.set(url, count + 1);
      setTimeout(() => requestAgain(failed), pauseMs);
      return;
    }
    // A page works without a style sheet.
    if (!isEntry(failed)) return;
    showNotice();
    report({ errors: 0, loadFailures: 1 });
  };

  // The error of an element does not bubble.
  addEventListener(
    'error',
    ({ target, filename }) => {
      if (target instanceof HTMLScriptElement && 'entry' in target.dataset) recover(target);
      // Every style sheet of a release has a hash.
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet' && target.hasAttribute('integrity'))
        recover(target);
      // Only an exception has a file name.
      const isThrown = [...document.scripts].some(({ dataset, src }) => 'entry' in dataset && src === filename);
      if (isThrown && showNotice()) report({ errors: 1, loadFailures: 0 });
    },
    true,
  );
  // These failed before this script ran.
  const failedFiles = document.querySelectorAll<DocumentFile>('script[data-failed],link[data-failed]');
  for (const failed of failedFiles) recover(failed);
}
