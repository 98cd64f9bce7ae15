import { storeApi } from '@shop/api-client/store-api';
import type { LoadSlot } from '@shop/remote-contract/slots';
import { type Component, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App, type AppProps } from '../app';
import { createLoadSlot } from '../slots/page-slots';
import { type HandedOverPage, isStale } from './handed-over-page';
import { isRenderedOnServer } from './load-page';

/** What React passes with an error. `SlotErrorBoundary` has the release of its filler. */
interface ErrorInfo {
  errorBoundary?: Component<{ release?: string }> | undefined;
}

export interface MountPageOptions {
  root: HTMLElement;
  app: AppProps;
  /** What the document hands over; null for a document without content. */
  handedOver: HandedOverPage | null;
  /** Reads session and cart into the Redux store. */
  readStorage: () => void;
  /**
   * Called with what a component throws, and with each difference between the server's HTML and the page. The release is that of
   * the filler that threw; undefined elsewhere.
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
export async function mountPage({ root, app, handedOver, readStorage, onError }: MountPageOptions): Promise<void> {
  // A filler may throw inside of a shared component, so the stack does not always name its release.
  const onCaughtError = (error: unknown, { errorBoundary }: ErrorInfo) => onError(error, errorBoundary?.props.release);
  const serverState = app.store.getState();
  const canHydrate = handedOver !== null && (await loadFirstScreen(app, handedOver));
  readStorage();
  if (!canHydrate) {
    root.replaceChildren();
    createRoot(root, { onCaughtError }).render(<App {...app} />);
    return;
  }
  const options = { onCaughtError, onRecoverableError: (error: unknown) => onError(error) };
  startTransition(() => {
    hydrateRoot(root, <App {...app} serverState={serverState} />, options);
  });
  if (isStale(handedOver, Date.now()) && !navigator.onLine) {
    window.addEventListener('online', () => app.store.dispatch(storeApi.internalActions.onOnline()), { once: true });
  }
}

/**
 * Waits for the code of the first screen. An update that reaches a boundary before its code is there would replace the
 * server's HTML by the skeleton. The screen's `load` finds its responses in the Redux store, and waits for further code.
 *
 * @returns False when the page cannot take over the server's HTML: the screen does not load, or the browser loads the remote's
 *   previous version. That version requests its own responses, because those of the document can have another shape.
 */
async function loadFirstScreen(
  { matchRoute, screens, slots, store, history }: AppProps,
  page: HandedOverPage,
): Promise<boolean> {
  const match = matchRoute(page.pathname);
  if (!match) return true;
  // A stale page requests its responses after hydration, and a page of a shopper when it knows its shopper.
  const loadsData = isRenderedOnServer(match) && !isStale(page, Date.now());
  const load = async () => {
    const result = await screens.open(match).result;
    if (result.kind === 'failed') return false;
    if (result.isPrevious) {
      store.dispatch(storeApi.util.resetApiState());
      return false;
    }
    const search = new URLSearchParams(history.location.search);
    const loadFillers = createLoadSlot(slots);
    // The HTML of a slot stays until its code is there, so the page does not wait for it.
    const loadSlot: LoadSlot = async (name, props) => void loadFillers(name, props);
    if (loadsData) await result.screen.load?.({ params: match.params, search, dispatch: store.dispatch, loadSlot });
    return true;
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, screenTimeoutMs, true);
  });
  // What a screen cannot load, it reports when it renders.
  const isLoaded = await Promise.race([load().catch(() => true), timeout]);
  clearTimeout(timer);
  return isLoaded;
}
