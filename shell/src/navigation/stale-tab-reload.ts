import { urls } from '@shop/remote-contract/urls';
import type { AppHistory, To } from '@shop/router/router';

/** Milliseconds between two questions of one tab. */
const askInterval = 5 * 60_000;

/** Where a shopper has something under way that lives in this page only. */
const purchasePaths: readonly string[] = [urls.checkout(), urls.payment(), urls.orderSuccess()];

export interface StaleTabReloadOptions {
  history: AppHistory;
  /** Whether another composition than this page's is live for this visitor by now. Rejects when nobody can tell. */
  askIsNewer: () => Promise<boolean>;
  /** Opens an address with a new document. */
  open: (href: string) => void;
}

/**
 * Lets a tab that stays open move on after a release: one document never mixes two compositions, so once another one is
 * live the next step to another page loads a new document. Never in the middle of a purchase, nor where a step carries
 * state that a new document would lose. Cart and session are on the device and come along.
 *
 * @returns The history to navigate with.
 */
export function reloadStaleTab({ history, askIsNewer, open }: StaleTabReloadOptions): AppHistory {
  let isNewer = false;
  let askedAt = Date.now();

  const ask = () => {
    if (isNewer || document.visibilityState === 'hidden' || Date.now() - askedAt < askInterval) return;
    askedAt = Date.now();
    // Without an answer the tab stays as it is.
    askIsNewer().then(
      (answer) => {
        isNewer = answer;
      },
      () => undefined,
    );
  };
  document.addEventListener('visibilitychange', ask);

  const push = (to: To, state?: unknown) => {
    ask();
    const from = history.location.pathname;
    const { pathname } = history.createURL(to);
    const isUnderWay = [from, pathname].some((path) => purchasePaths.includes(path));
    if (!isNewer || isUnderWay || pathname === from || (state !== undefined && state !== null)) {
      history.push(to, state);
      return;
    }
    open(history.createHref(to));
  };
  return Object.create(history, { push: { value: push } });
}

/**
 * Asks the gateway whether another composition is live for this visitor.
 *
 * @param seq Of the composition of this page.
 */
export async function isNewerComposition(seq: number): Promise<boolean> {
  const response = await fetch('/-/composition', { cache: 'no-store' });
  const answer: unknown = await response.json();
  return typeof answer === 'object' && answer !== null && 'seq' in answer && answer.seq !== seq;
}
