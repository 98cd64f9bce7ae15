import type { EndedRead } from '@shop/api-client/base-query';
import { storeApi } from '@shop/api-client/store-api';
import type { AppStore } from '@shop/store/create-app-store';
import { networkAnsweredEvent, sectionFailedMark } from '@shop/ui/recovery';
import { isCopy, showCopy } from '../base/device-state';
import { refreshFile } from '../base/refresh-failed-file';
import { isApiResponse, storedCopyHeader } from './cache-policy';
import { keepTrying, returnEvents } from './keep-trying';
import { isKeptInStorage } from './kept-in-storage';
import { isStaleComposition } from './stale-composition';

/** Milliseconds that a look at the network waits for an answer. */
const lookTimeoutMs = 5000;

/** Milliseconds after which RTK Query has written the subscriptions of a read into its state. It writes them half a second late. */
const subscriptionDelayMs = 1000;

/** Times that the page loads a failed section again by itself. A file that still does not load is gone. */
const maxRounds = 3;

interface Read {
  request: Request;
  /** Time of the end of the read, in milliseconds of `performance.now`. */
  endedAt: number;
  /** The page shows a stored copy of the response. */
  isCopy: boolean;
}

type Initiate = (args: unknown, options: { subscribe: false; forceRefetch: true }) => never;

/** True for the status of an API that cannot answer now. */
const isOutage = (status: number) => status >= 500 || status === 429;

/** True when the network answers a request with something else than an outage. The answer is not used. */
async function isAnswered(request: Request | string): Promise<boolean> {
  try {
    const init = { cache: 'no-store', signal: AbortSignal.timeout(lookTimeoutMs) } as const;
    const response = await fetch(typeof request === 'string' ? request : new Request(request, init), init);
    // A network that cuts the body off does not answer.
    await response.arrayBuffer();
    return !isOutage(response.status) && isApiResponse(response);
  } catch {
    return false;
  }
}

const reads = new Map<string, Read>();
let start = () => {};

/** True for an error that another read repeats: the API refuses the request, or sends JSON that cannot be read. */
const isDefiniteError = ({ status }: NonNullable<EndedRead['error']>, response: Response | undefined) =>
  typeof status === 'number'
    ? !isOutage(status)
    : status === 'PARSING_ERROR' && response?.ok === true && isApiResponse(response);

/** Notes the end of a read. It is read again when the network or the API failed, or when the response is a stored copy. */
export function recoverRead({ key, meta: { request, response }, error }: EndedRead): void {
  const isStored = !error && response?.headers.has(storedCopyHeader) === true;
  const isDefinite = error ? isDefiniteError(error, response) : !isStored;
  if (isDefinite) {
    reads.delete(key);
    return;
  }
  reads.set(key, { request, endedAt: performance.now(), isCopy: isStored });
  if (isStored) showCopy(true);
  start();
}

/**
 * True for the error of a query whose code did not load. It is not an error of the API. The bundler gives a name to the error of a
 * chunk; the error of a shared module has only its message.
 */
const isCodeFailure = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  !('kind' in error) &&
  (('name' in error && error.name === 'ChunkLoadError') ||
    ('message' in error && / did not load/.test(String(error.message))));

/**
 * Calls a function when a script or a style sheet does not load, with its URL, and when a section has failed without it, also before
 * this call.
 */
function onFileFailure(react: (url?: string) => void): void {
  const onError = ({ target }: Event) => {
    if (target instanceof HTMLScriptElement) react(target.src);
    if (target instanceof HTMLLinkElement) react(target.href);
  };
  window.addEventListener('error', onError, { capture: true });
  if (typeof PerformanceObserver === 'undefined') return;
  const observer = new PerformanceObserver((list) => {
    if (list.getEntriesByName(sectionFailedMark).length > 0) react();
  });
  observer.observe({ type: 'mark', buffered: true });
}

/**
 * Reads again what the page could not read, for every screen: responses that failed, responses and documents that are stored copies, and
 * responses whose code did not load. A read is repeated when the network answers it, so that the message of a failure stays where it is
 * until then.
 *
 * A file that does not load may be gone: the page asks for the live composition at once. When it is another one, Try Again loads the
 * document, unless the device is offline or storage lacks the cart or the session, and the page loads no section again. Else a section
 * is loaded again three times, and then after the next return of the shopper or the network, or a tap. Each time the page first
 * replaces the failed files in the caches.
 *
 * @param seq Sequence number of the page's composition.
 */
export function startRecovery(store: AppStore, seq: number): void {
  let isDocumentCopy = isCopy();
  let isAttempting = false;
  let stop: (() => void) | undefined;

  const isShown = (key: string) => Object.keys(store.getState().api.subscriptions[key] ?? {}).length > 0;
  const readAgain = (key: string) => {
    const query = store.getState().api.queries[key];
    const endpoints = storeApi.endpoints as Record<string, { initiate: Initiate } | undefined>;
    const initiate = endpoints[query?.endpointName ?? '']?.initiate;
    if (initiate) store.dispatch(initiate(query?.originalArgs, { subscribe: false, forceRefetch: true }));
  };
  /** Lists the queries that failed because of code that did not load. */
  const listWithoutCode = () =>
    Object.entries(store.getState().api.queries).flatMap(([key, query]) => {
      const error: unknown = query?.status === 'rejected' ? query.error : undefined;
      return isCodeFailure(error) && isShown(key) ? [key] : [];
    });

  let isStale = false;
  /** A file or a section has failed. An error of the API shows Try Again too, and loads nothing again. */
  let hasFileFailed = false;
  /** URLs of the shop's files that have failed since the last round. */
  const failedFiles = new Set<string>();
  let rounds = 0;
  let address = window.location.href;
  /** Whether a section or a response lacks its code, and may load it now. */
  const canLoadSections = () => {
    if (address !== window.location.href) rounds = 0;
    address = window.location.href;
    hasFileFailed &&= document.querySelector('[data-try-again]') !== null || listWithoutCode().length > 0;
    if (!hasFileFailed) failedFiles.clear();
    return hasFileFailed && !isStale && rounds < maxRounds;
  };
  /** Forgets the reads of screens that the shopper has left. A screen reads again when it opens, unless it has a copy. */
  const forgetLeftReads = () => {
    const { queries } = store.getState().api;
    for (const [key, { isCopy, endedAt }] of reads) {
      const isLeft = isCopy ? !queries[key] : performance.now() - endedAt > subscriptionDelayMs && !isShown(key);
      if (isLeft) reads.delete(key);
    }
  };

  const attempt = async () => {
    forgetLeftReads();
    const shown = [...reads].filter(([key]) => isShown(key));
    await Promise.all(
      shown.map(async ([key, { request }]) => {
        if (!(await isAnswered(request))) return;
        reads.delete(key);
        readAgain(key);
      }),
    );
    if ((isDocumentCopy || canLoadSections()) && (await isAnswered('/-/composition'))) {
      isDocumentCopy = false;
      rounds += 1;
      const files = [...failedFiles];
      // A file that fails during the refresh waits for the next round.
      failedFiles.clear();
      await Promise.all(files.map(refreshFile));
      listWithoutCode().forEach(readAgain);
      window.dispatchEvent(new Event(networkAnsweredEvent));
    }
    const hasCopies = [...reads].some(([key, read]) => read.isCopy && isShown(key));
    if (isCopy() && !isDocumentCopy && !hasCopies) showCopy(false);
    if (reads.size > 0 || isDocumentCopy || canLoadSections()) return;
    stop?.();
    stop = undefined;
  };
  const run = () => {
    if (isAttempting) return;
    isAttempting = true;
    void attempt().finally(() => {
      isAttempting = false;
    });
  };
  start = () => {
    stop ??= keepTrying(run);
  };
  if (isDocumentCopy || reads.size > 0) start();

  /** Loads failed sections again after the attempts have ended. */
  const renew = () => {
    rounds = 0;
    if (stop || document.visibilityState === 'hidden' || !canLoadSections()) return;
    start();
    run();
  };
  for (const name of returnEvents) window.addEventListener(name, renew);
  onFileFailure((url) => {
    hasFileFailed = true;
    if (url?.startsWith(`${window.location.origin}/`)) failedFiles.add(url);
    start();
    isStaleComposition(seq).then(
      (answer) => {
        isStale = answer;
      },
      () => undefined,
    );
  });
  const onTap = (event: MouseEvent) => {
    if (!(event.target instanceof Element && event.target.closest('[data-try-again]'))) return;
    rounds = 0;
    if (hasFileFailed) start();
    if (!isStale || !navigator.onLine || !isKeptInStorage(store.getState())) return;
    event.stopImmediatePropagation();
    window.location.reload();
  };
  window.addEventListener('click', onTap, { capture: true });
}
