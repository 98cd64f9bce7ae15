import './document/font-files';
import './document/icons';
import './remotes/shared-modules.browser';
import type { Composition } from '@shop/remote-contract/composition';
import type { TelemetryTag } from '@shop/remote-contract/telemetry';
import { createBrowserHistory } from '@shop/router/router';
import { getApiBase } from '@shop/settings/api-base';
import type { Settings } from '@shop/settings/settings-slice';
import { createAppStore } from '@shop/store/create-app-store';
import { createRoot } from 'react-dom/client';
import { App } from './app';
import { documentIds } from './document/document-ids';
import { isStaleComposition, reloadStaleTab } from './navigation/stale-tab-reload';
import { cacheApiResponse } from './offline/cache-api-response';
import { registerServiceWorker } from './offline/register-service-worker';
import { createRouteMatcher } from './remotes/create-route-matcher';
import { createFederationHost } from './remotes/federation-host';
import { createScreenRegistry } from './remotes/screen-registry';
import { startPageTelemetry } from './telemetry/page-telemetry';

/** Milliseconds until a remote counts as failed. Long enough for a slow phone on a slow connection. */
const remoteTimeoutMs = 15_000;

/** Reads JSON that the gateway inlined in the document. */
function readInline<Data>(id: string): Data {
  return JSON.parse(document.getElementById(id)?.textContent ?? '');
}

/** A page without a tag sends no beacons. */
function readTelemetryTag(): TelemetryTag | null {
  return document.getElementById(documentIds.health) ? readInline<TelemetryTag>(documentIds.health) : null;
}

function getBrowserStorage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

const composition = readInline<Composition>(documentIds.composition);
const settings = readInline<Partial<Settings>>(documentIds.settings);
const telemetry = startPageTelemetry(readTelemetryTag(), composition.seq);
const { store, readStorage } = createAppStore({
  settings: {
    orderAmounts: 'dollar',
    publicUrl: window.location.origin,
    ...settings,
    apiBase: settings.apiBase ?? getApiBase(window.location.hostname),
  },
  storage: getBrowserStorage(),
  onResponse: (address, body) => void cacheApiResponse(address, body),
});
const screens = createScreenRegistry(createFederationHost(composition), remoteTimeoutMs, () => {
  // A failure while offline says nothing about the release.
  if (navigator.onLine) telemetry.count('loadFailures');
});

// The first screen starts loading before the first render requests it.
const matchRoute = createRouteMatcher(composition);
const firstMatch = matchRoute(window.location.pathname);
if (firstMatch) screens.open(firstMatch);

readStorage();
const root = document.getElementById(documentIds.root);
if (!root) throw new Error(`The document has no #${documentIds.root}`);
const history = reloadStaleTab({
  history: createBrowserHistory({ v5Compat: true }),
  checkIsStale: () => isStaleComposition(composition.seq),
});
const onCaughtError = (error: unknown) => {
  console.error(error);
  telemetry.count('errors');
};
createRoot(root, { onCaughtError }).render(
  <App matchRoute={matchRoute} screens={screens} store={store} history={history} />,
);
registerServiceWorker(composition.env);
