import '../remotes/shared-modules.browser';
import type { ComposedApp, Composition } from '@shop/remote-contract/composition';
import type { DocumentRequest } from '@shop/remote-contract/shell-build';
import type { TelemetryTag } from '@shop/remote-contract/telemetry';
import { createBrowserHistory } from '@shop/router/router';
import { createAppStore } from '@shop/store/create-app-store';
import { documentIds } from '../document/document-ids';
import { completeSettings } from '../document/page-settings';
import { createPolicyCheck, reloadForPolicy } from '../navigation/page-policy';
import { isStaleComposition, reloadStaleTab } from '../navigation/stale-tab-reload';
import { cacheApiResponse } from '../offline/cache-api-response';
import { registerServiceWorker } from '../offline/register-service-worker';
import { createRouteMatcher } from '../remotes/create-route-matcher';
import { createFederationHost } from '../remotes/federation-host';
import { prefetchLikelyScreens } from '../remotes/prefetch-likely-screens';
import { createLoadEntry, createScreenRegistry } from '../remotes/screen-registry';
import { announceStyleSheets, confineStyleSheets } from '../remotes/style-sheets';
import { type HandedOverPage, isRenderedFor, isStale, markAsStale } from '../rendering/handed-over-page';
import { mountPage } from '../rendering/mount-page';
import { loadSlotCode } from '../slots/page-slots';
import { findRelease, startPageTelemetry } from '../telemetry/page-telemetry';
import { pageReadyEvent } from './page-loader';

/** Milliseconds until a remote counts as failed. Long enough for a slow phone on a slow connection. */
const remoteTimeoutMs = 15_000;

/** Reads JSON that the gateway inlined in the document. */
function readInline<Data>(id: string): Data {
  return JSON.parse(document.getElementById(id)?.textContent ?? '');
}

/** A page without a tag sends no beacons. */
function readTelemetryTag(): TelemetryTag | null {
  return document.getElementById(documentIds.telemetry) ? readInline<TelemetryTag>(documentIds.telemetry) : null;
}

/** A document without content, and one that was rendered for another address, hand over nothing. */
function readHandedOverPage(): HandedOverPage | null {
  if (!document.getElementById(documentIds.handedOver)) return null;
  const page = readInline<HandedOverPage>(documentIds.handedOver);
  return isRenderedFor(page, window.location) ? page : null;
}

/** Offline, a request for newer responses would only fail. */
const getLoadedApi = (page: HandedOverPage) =>
  isStale(page, Date.now()) && navigator.onLine ? markAsStale(page.api) : page.api;

function getBrowserStorage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

/**
 * Starts the page: creates the Redux store and the federation host, and hydrates or renders the shop.
 *
 * @throws when the document has no root element.
 */
export function startPage(): void {
  announceStyleSheets(document);
  const composition = readInline<Composition>(documentIds.composition);
  const settings = readInline<DocumentRequest['settings']>(documentIds.settings);
  const handedOver = readHandedOverPage();
  const telemetry = startPageTelemetry(readTelemetryTag(), composition.seq);
  const { store, readStorage } = createAppStore({
    settings: {
      // A rendered page has links with the origin that the server knows, or none.
      ...(!handedOver && { publicUrl: window.location.origin }),
      ...completeSettings(settings, window.location.hostname),
    },
    storage: getBrowserStorage(),
    onResponse: (address, body) => void cacheApiResponse(address, body),
    loadedApi: handedOver ? getLoadedApi(handedOver) : undefined,
  });
  const countLoadFailure = ({ name, version, digest }: ComposedApp) => {
    // A failure while offline says nothing about the release.
    if (navigator.onLine) telemetry.count('loadFailures', `${name}/${version}-${digest}`);
  };
  const loadRemote = confineStyleSheets(createFederationHost(composition), composition, document);
  const screens = createScreenRegistry(loadRemote, remoteTimeoutMs, countLoadFailure);

  const loadCode = async () => {
    const { createBrowserSlots } = await import(/* webpackChunkName: "slots" */ '../slots/browser-slots');
    const inHtml = handedOver?.slots;
    return createBrowserSlots({ composition, screens, store, inHtml, onLoadFailure: countLoadFailure });
  };
  const onSlotFailure = (reason: unknown) => {
    console.error('The code of slots does not load:', reason);
    countLoadFailure(composition.shell);
  };
  const slots = createLoadEntry(loadSlotCode(composition, loadCode, onSlotFailure));

  // The first screen starts loading before the first render requests it.
  const matchRoute = createRouteMatcher(composition);
  const firstMatch = matchRoute(window.location.pathname);
  if (firstMatch) screens.open(firstMatch);

  const root = document.getElementById(documentIds.root);
  if (!root) throw new Error(`The document has no #${documentIds.root}`);
  const isCovered = createPolicyCheck(composition, window.location.pathname);
  const history = reloadStaleTab({
    history: reloadForPolicy(createBrowserHistory({ v5Compat: true }), isCovered),
    checkIsStale: () => isStaleComposition(composition.seq),
  });
  void mountPage({
    root,
    app: { composition, matchRoute, screens, slots, store, history, isCovered },
    handedOver,
    readStorage,
    onError: (error, release = findRelease(error)) => {
      console.error(error);
      telemetry.count('errors', release, error);
    },
  });
  window.addEventListener(pageReadyEvent, () => prefetchLikelyScreens(matchRoute, screens, window), { once: true });
  registerServiceWorker(composition.env, handedOver?.addresses ?? []);
}
