import { purchasePaths } from '@shop/remote-contract/urls';
import type { AppHistory, To } from '@shop/router/router';

/** Milliseconds between two polls of one tab. */
const pollInterval = 5 * 60_000;

export interface StaleTabReloadOptions {
  history: AppHistory;
  /** True when the live composition of this visitor differs from the page's. Rejects when the gateway gives no answer. */
  checkIsStale: () => Promise<boolean>;
  /** Reloads the document. Default: `location.reload`. */
  reload?: () => void;
}

/**
 * Moves a long-lived tab to the live composition. One document never mixes two compositions, so the next navigation to
 * another page loads a new document. There is no reload during a purchase, nor for a navigation that carries state. Cart
 * and session are in storage and survive the reload.
 *
 * The navigation first becomes a history entry of the router and then reloads. A browser keeps the state of an entry
 * across a reload, so the new document knows that the shopper came from another page of the shop and Back returns there.
 *
 * @returns The history to navigate with.
 */
export function reloadStaleTab({
  history,
  checkIsStale,
  reload = () => window.location.reload(),
}: StaleTabReloadOptions): AppHistory {
  let isStale = false;
  let isReloading = false;
  let polledAt = performance.now();

  const poll = () => {
    if (isStale || document.visibilityState === 'hidden' || performance.now() - polledAt < pollInterval) return;
    polledAt = performance.now();
    checkIsStale().then(
      (answer) => {
        isStale = answer;
      },
      // Without an answer the tab keeps its composition until the next poll.
      () => undefined,
    );
  };
  document.addEventListener('visibilitychange', poll);

  const push = (to: To, state?: unknown) => {
    poll();
    const from = history.location.pathname;
    const { pathname } = history.createURL(to);
    const isPurchase = [from, pathname].some((path) => purchasePaths.includes(path));
    const hasState = state !== undefined && state !== null;
    isReloading = isStale && !isPurchase && pathname !== from && !hasState;
    history.push(to, state);
    if (isReloading) reload();
  };
  // This document must not render the new entry: that would load a remote of the old composition.
  const listen: AppHistory['listen'] = (listener) =>
    history.listen((update) => {
      if (!isReloading) listener(update);
    });
  return Object.create(history, { push: { value: push }, listen: { value: listen } });
}

/**
 * Asks the gateway whether another composition is live for this visitor.
 *
 * @param seq Sequence number of the page's composition.
 * @throws when the gateway does not answer with JSON.
 */
export async function isStaleComposition(seq: number): Promise<boolean> {
  const response = await fetch('/-/composition', { cache: 'no-store' });
  const answer: unknown = await response.json();
  return typeof answer === 'object' && answer !== null && 'seq' in answer && answer.seq !== seq;
}
