import type { Composition } from '@shop/remote-contract/composition';
import { listConnectOrigins } from '@shop/remote-contract/connect';
import { matchRemoteRoute } from '@shop/remote-contract/match-remote-route';
import type { AppHistory } from '@shop/router/router';

/**
 * Tells which pages the content security policy of a document covers. The gateway lists the same origins in it.
 *
 * @param pathname Path that the document was loaded for.
 * @returns Whether the remotes of a page may call their own backends in the document.
 */
export function createPolicyCheck(composition: Composition, pathname: string): (pathname: string) => boolean {
  const list = (path: string) => listConnectOrigins(composition, matchRemoteRoute(composition, path)?.remote.name);
  const allowed = list(pathname);
  return (path) => list(path).every((origin) => allowed.includes(origin));
}

/**
 * Loads a document for a page that the policy of this one does not cover. The navigation becomes a history entry first, and the
 * browser keeps its state.
 *
 * @param reload Loads the document of the current address. Default: `location.reload`.
 * @returns The history to navigate with.
 */
export function reloadForPolicy(
  history: AppHistory,
  isCovered: (pathname: string) => boolean,
  reload: () => void = () => window.location.reload(),
): AppHistory {
  const listen: AppHistory['listen'] = (listener) =>
    history.listen((update) => {
      if (isCovered(update.location.pathname)) listener(update);
      // This document must not render the page.
      else reload();
    });
  return Object.create(history, { listen: { value: listen } });
}
