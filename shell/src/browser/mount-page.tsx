import { refetchWhenOnline, responsesTransferred, storeApi } from '@shop/api-client/store-api';
import { getLocale } from '@shop/remote-contract/languages';
import type { LoadSlot } from '@shop/remote-contract/slots';
import { type Component, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App, type AppProps } from '../app/app';
import { isCopy } from '../base/device-state';
import { nextTask } from '../base/next-task';
import { withTimeout } from '../base/with-timeout';
import { isStale, restoreResponses, type TransferredPage } from '../document/transferred-page';
import { isRenderedOnServer } from '../remotes/routes';
import { createLoadSlot } from '../slots/slot-host';

/** What React passes with an error. `SlotErrorBoundary` has the release of its component. */
interface ErrorInfo {
  errorBoundary?: Component<{ release?: string }> | undefined;
}

export interface MountPageOptions {
  root: HTMLElement;
  app: AppProps;
  /** State that the document transfers; null for a document without content. */
  transferred: TransferredPage | null;
  /** Reads session and cart into the Redux store. */
  readStorage: () => void;
  /**
   * Called with what a component throws, and with each difference between the server's HTML and the page, unless the browser has
   * translated the page. The release is that of the component of a slot that threw; undefined elsewhere.
   */
  onError: (error: unknown, release?: string) => void;
}

/** Milliseconds that the hydration waits for the first screen. A page whose remote is slow then starts without its screen. */
const screenTimeoutMs = 2000;

/**
 * Starts the page: hydrates the server's HTML, or renders a document without content.
 *
 * Hydration uses the state that the server had. Session, cart and everything else on the device follow in the next render of
 * each component, so that the HTML always fits.
 *
 * @returns Resolves when React has begun.
 * @see docs/decisions/0025
 */
export async function mountPage({ root, app, transferred, readStorage, onError }: MountPageOptions): Promise<void> {
  const { store } = app;
  await nextTask();
  const isFresh = transferred !== null && !isCopy() && !isStale(transferred, Date.now());
  // Offline, a request for newer responses would only fail.
  const isRequestedLater = !isFresh && !navigator.onLine;
  if (transferred) store.dispatch(responsesTransferred(restoreResponses(transferred, isFresh || isRequestedLater)));
  // A component of a slot may throw inside of a shared component, so the stack does not always name its release.
  const onCaughtError = (error: unknown, { errorBoundary }: ErrorInfo) => onError(error, errorBoundary?.props.release);
  const serverState = store.getState();
  const canHydrate = transferred !== null && (await loadFirstScreen(app, transferred.pathname, isFresh));
  await nextTask();
  readStorage();
  if (!canHydrate) {
    root.replaceChildren();
    createRoot(root, { onCaughtError }).render(<App {...app} />);
    return;
  }
  const wasTranslated = isTranslated(root, app.language.code);
  const onRecoverableError = (error: unknown) => {
    if (!wasTranslated && !isTranslated(root, app.language.code)) onError(error);
  };
  const options = { onCaughtError, onRecoverableError };
  startTransition(() => {
    hydrateRoot(root, <App {...app} serverState={serverState} />, options);
  });
  if (isRequestedLater) refetchWhenOnline(store.dispatch);
}

/**
 * True when the browser has translated the page. React then replaces the server's HTML, and the browser translates again. Chrome and
 * Edge wrap texts in `font` elements, which the shop does not use. They and Firefox change the language of the document.
 */
function isTranslated(root: HTMLElement, language: string): boolean {
  const { lang } = document.documentElement;
  return (lang !== '' && lang !== getLocale(language)) || root.querySelector('font') !== null;
}

/**
 * Waits for the code of the first screen. An update that reaches a boundary before its code is there would replace the
 * server's HTML by the skeleton. The screen's `load` finds its responses in the Redux store, and waits for further code.
 *
 * @param isFresh A stale page requests its responses after hydration.
 * @returns False when the page cannot take over the server's HTML: the screen does not load, or the browser loads the remote's
 *   previous version. That version requests its own responses, because those of the document can have another shape.
 */
async function loadFirstScreen(
  { language, matchRoute, screens, slots, store, history }: AppProps,
  pathname: string,
  isFresh: boolean,
): Promise<boolean> {
  const match = matchRoute(pathname);
  if (!match) return true;
  const load = async () => {
    const result = await screens.open(match).result;
    if (result.kind === 'failed') return false;
    if (result.isPrevious) {
      store.dispatch(storeApi.util.resetApiState());
      return false;
    }
    // A page of a shopper requests its responses when it knows its shopper.
    if (!isFresh || !isRenderedOnServer(match)) return true;
    const search = new URLSearchParams(history.location.search);
    const loadComponents = createLoadSlot(slots);
    // The HTML of a slot stays until its code is there, so the page does not wait for it.
    const loadSlot: LoadSlot = async (name, props) => void loadComponents(name, props);
    const { dispatch } = store;
    await result.screen.load?.({ params: match.params, search, dispatch, loadSlot, language: language.code });
    return true;
  };
  // What a screen cannot load, it reports when it renders.
  return withTimeout(
    load().catch(() => true),
    screenTimeoutMs,
    () => true,
  );
}
