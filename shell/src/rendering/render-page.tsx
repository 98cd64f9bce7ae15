import { storeApi } from '@shop/api-client/store-api';
import { isShellPath } from '@shop/remote-contract/match-remote-route';
import { isInsidePath } from '@shop/remote-contract/return-path';
import type { PageRequest, PageResources, RenderedPage } from '@shop/remote-contract/shell-build';
import { createAppStore } from '@shop/store/create-app-store';
import { completeSettings } from '../document/page-settings';
import { composeDocument } from '../document/render-document';
import { getRequestedRoute } from '../remotes/create-route-matcher';
import { createServerSlots } from '../slots/server-slots';
import { getSlotKey } from '../slots/slot-host';
import { getCanonicalPath } from './canonical-path';
import { type HandedOverPage, takeLoadedApi } from './handed-over-page';
import { loadPage } from './load-page';
import { renderApp } from './render-app';

/**
 * Renders the document of an address with the content of its page. Session and cart are unknown on the server, so pages of a
 * shopper are a frame with a skeleton.
 *
 * @throws when a remote cannot be evaluated or rendered: a failure of the composition.
 * @see docs/decisions/0025: what is rendered where
 */
export async function renderPage(request: PageRequest, resources: PageResources): Promise<RenderedPage> {
  const { composition, pathname, search, hostname, settings } = request;
  const match = getRequestedRoute(request);
  const canonical = match ? getCanonicalPath(match.path.pattern, pathname) : pathname;
  if (canonical !== pathname && isInsidePath(canonical)) return { kind: 'redirect', location: canonical + search };

  const addresses: string[] = [];
  const { store } = createAppStore({
    settings: completeSettings(settings, hostname),
    storage: null,
    onResponse: (url) => void addresses.push(url),
  });
  const slots = createServerSlots({ composition, store, loadRemote: resources.loadRemote });
  try {
    const page = await loadPage(store, match, search, resources.loadRemote, slots);
    if (page.kind !== 'ready') return page;
    const { screen } = page;
    const address = pathname + search;
    const { head, body } = renderApp({ composition, match, store, screen, slots, address });
    const owners = slots.listFillers().map(({ owner }) => owner);
    const api = takeLoadedApi(store.getState().api);
    const handedOver: HandedOverPage = { pathname, search, renderedAt: Date.now(), api, addresses };
    if (owners.length > 0) handedOver.slots = owners.map(getSlotKey);
    const isFrame = screen === null && (match !== undefined || isShellPath(pathname));
    const { status } = page;
    const document = composeDocument(request, {
      ...{ head, body, handedOver, status, isFrame },
      styleSheets: resources.styleSheets,
      slots: owners,
    });
    const { failures: slotFailures } = slots;
    return { kind: 'page', document, ...(slotFailures.length > 0 && { slotFailures }) };
  } finally {
    // RTK Query holds unused responses, and with them this store, for minutes.
    store.dispatch(storeApi.util.resetApiState());
  }
}
