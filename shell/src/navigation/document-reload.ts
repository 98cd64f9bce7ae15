import type { Composition } from '@shop/remote-contract/composition';
import { listConnectOrigins } from '@shop/remote-contract/connect';
import { splitLanguage } from '@shop/remote-contract/languages';
import { matchRemoteRoute } from '@shop/remote-contract/match-remote-route';
import { purchasePaths } from '@shop/remote-contract/urls';
import type { AppHistory, To } from '@shop/router/router';

/**
 * Tells which pages the content security policy of a document covers. The gateway lists the same origins in it.
 *
 * @param pathname Path that the document was loaded for.
 * @returns Whether the remotes of a page may call their own backends in the document.
 */
export function createPolicyCheck(composition: Composition, pathname: string): (pathname: string) => boolean {
  const list = (address: string) => {
    const path = splitLanguage(address, composition.shell.languages).pathname;
    return listConnectOrigins(composition, matchRemoteRoute(composition, path)?.remote.name);
  };
  const allowed = list(pathname);
  return (path) => list(path).every((origin) => allowed.includes(origin));
}

/** Milliseconds between two polls of one tab. */
const pollInterval = 5 * 60_000;

/** Says whether a new document would find the cart and the session of this one, and ends neither a toast nor the sending of a form. */
type IsKept = () => boolean;

export interface DocumentReloadOptions {
  history: AppHistory;
  /** Languages of the shop besides English. Default: none. */
  languages?: readonly string[] | undefined;
  /** Whether the content security policy of this document covers a page. */
  isCovered: (pathname: string) => boolean;
  /**
   * Resolves to false while the composition of the page is live for this visitor, else to the check before a reload. Rejects when the
   * gateway gives no response.
   */
  checkIsStale: () => Promise<IsKept | false>;
  /** Reloads the document. Default: `location.reload`. */
  reload?: () => void;
}

/**
 * Loads a document for a page that this document cannot show: one that its policy does not cover, and the next page of a
 * long-lived tab whose composition is no longer live, because one document never mixes two compositions. A stale tab is not
 * reloaded during a purchase, nor for a navigation that carries state, nor while the device is offline, nor while storage lacks its
 * cart or session, nor while it shows a toast or a form that it sends.
 *
 * The navigation first becomes a history entry of the router and then reloads. A browser keeps the state of an entry
 * across a reload, so the new document knows that the shopper came from another page of the shop and Back returns there.
 *
 * @returns The history to navigate with.
 */
export function reloadDocuments({
  history,
  languages,
  isCovered,
  checkIsStale,
  reload = () => window.location.reload(),
}: DocumentReloadOptions): AppHistory {
  let isStale: IsKept | false = false;
  let isReloading = false;
  let polledAt = performance.now();

  const poll = () => {
    if (isStale || document.visibilityState === 'hidden' || performance.now() - polledAt < pollInterval) return;
    polledAt = performance.now();
    checkIsStale().then(
      (response) => {
        isStale = response;
      },
      // Without a response the tab keeps its composition until the next poll.
      () => undefined,
    );
  };
  document.addEventListener('visibilitychange', poll);

  const push = (to: To, state?: unknown) => {
    poll();
    const from = history.location.pathname;
    const { pathname } = history.createURL(to);
    const isPurchase = [from, pathname].some((path) => purchasePaths.includes(splitLanguage(path, languages).pathname));
    const hasState = state !== undefined && state !== null;
    isReloading = isStale && navigator.onLine && !isPurchase && pathname !== from && !hasState && isStale();
    history.push(to, state);
  };
  // This document must not render an entry that it reloads for.
  const listen: AppHistory['listen'] = (listener) => {
    // Back during the hydration comes before the listener.
    if (!isCovered(history.location.pathname)) reload();
    return history.listen((update) => {
      if (isReloading || !isCovered(update.location.pathname)) reload();
      else listener(update);
    });
  };
  return Object.create(history, { push: { value: push }, listen: { value: listen } });
}
