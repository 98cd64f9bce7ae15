import './document/fonts';
import './document/icons';
import './remotes/provided-in-browser';
import type { Composition } from '@shop/remote-contract/composition';
import type { HealthTag } from '@shop/remote-contract/health';
import { createBrowserHistory } from '@shop/router/router';
import { apiBaseFor } from '@shop/settings/api-base';
import type { Settings } from '@shop/settings/settings-slice';
import { createAppStore } from '@shop/store/create-app-store';
import { createRoot } from 'react-dom/client';
import { App } from './app';
import { documentIds } from './document/document-ids';
import { watchPageHealth } from './health/page-health';
import { keepAnswer } from './offline/keep-answer';
import { startKeeping } from './offline/start-keeping';
import { createFederationHost } from './remotes/federation-host';
import { findOwner } from './remotes/find-owner';
import { isNewerComposition, moveToNewerComposition } from './remotes/newer-composition';
import { createScreenRegistry } from './remotes/screen-registry';

/** Milliseconds a remote may take before its slot says so. Long enough for a slow phone on a slow line. */
const remoteTimeout = 15_000;

/** Data the gateway put into the document. */
function readInline<Data>(id: string): Data {
  return JSON.parse(document.getElementById(id)?.textContent ?? '');
}

/** A document that says nothing is not to report. */
function readTag(): HealthTag | null {
  return document.getElementById(documentIds.health) ? readInline<HealthTag>(documentIds.health) : null;
}

function browserStorage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

const composition = readInline<Composition>(documentIds.composition);
const settings = readInline<Partial<Settings>>(documentIds.settings);
const health = watchPageHealth(readTag(), composition.seq);
const { store, readStorage } = createAppStore({
  settings: {
    orderAmounts: 'dollar',
    publicUrl: window.location.origin,
    ...settings,
    apiBase: settings.apiBase ?? apiBaseFor(window.location.hostname),
  },
  storage: browserStorage(),
  answered: (address, body) => void keepAnswer(address, body),
});
const screens = createScreenRegistry(createFederationHost(composition), remoteTimeout, () => {
  // Without a line nothing can be loaded: that is nobody's fault.
  if (navigator.onLine) health.count('loadFailures');
});

// The screen's remote starts loading before the first render asks for it.
const owner = findOwner(composition, window.location.pathname);
if (owner) screens.open(owner);

readStorage();
const root = document.getElementById(documentIds.root);
if (!root) throw new Error(`the document has no #${documentIds.root}`);
const history = moveToNewerComposition({
  history: createBrowserHistory({ v5Compat: true }),
  askIsNewer: () => isNewerComposition(composition.seq),
  open: (href) => window.location.assign(href),
});
const onCaughtError = (error: unknown) => {
  console.error(error);
  health.count('errors');
};
createRoot(root, { onCaughtError }).render(
  <App composition={composition} screens={screens} store={store} history={history} />,
);
startKeeping(composition.env);
