import type { DocumentComposition } from '@shop/remote-contract/composition';
import { sourceLanguage, splitLanguage } from '@shop/remote-contract/languages';
import type { DocumentRequest } from '@shop/remote-contract/shell-build';
import type { TelemetryTag } from '@shop/remote-contract/telemetry';
import { createBrowserHistory } from '@shop/router/host';
import { createAppStore } from '@shop/store/create-app-store';
import { watchFirstInput } from '../base/first-input';
import { nextTask } from '../base/next-task';
import { completeSettings, documentIds, pageReadyEvent, readInline } from '../base/page';
import { isRenderedFor, type TransferredPage } from '../document/transferred-page';
import { afterStart, loadAfterStart, untilEnded } from '../navigation/after-start';
import { createPolicyCheck, reloadDocuments } from '../navigation/document-reload';
import { createFederationHost } from '../remotes/federation-host';
import { readComposition } from '../remotes/remote-versions';
import { createRouteMatcher } from '../remotes/routes';
import { createScreenRegistry } from '../remotes/screen-registry';
import { announceStyleSheets, confineStyleSheets } from '../remotes/style-sheets';
import { createSlotHost } from '../slots/slot-host';
import { countLoadFailures, findRelease, startPageTelemetry } from '../telemetry/page-telemetry';
import { mountPage } from './mount-page';

/** Milliseconds until a remote counts as failed. Long enough for a slow phone on a slow connection. */
const remoteTimeoutMs = 15_000;

/** A document without content, and one that was rendered for another address, transfer nothing. */
function readTransferredPage(): TransferredPage | null {
  const page = readInline<TransferredPage>(documentIds.transferredPage);
  return page && isRenderedFor(page, window.location) ? page : null;
}

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
 * @throws when the document has no composition, no settings or no root element.
 */
export async function startPage(): Promise<void> {
  announceStyleSheets(document);
  const page = readInline<DocumentComposition>(documentIds.composition);
  const settings = readInline<DocumentRequest['settings']>(documentIds.settings);
  const root = document.getElementById(documentIds.root);
  if (!page || !settings || !root) throw new Error('The document is incomplete');
  const { composition, completeRemote, loadVersions } = readComposition(page);
  const transferred = readTransferredPage();
  // A page without a tag sends no beacons.
  const count = startPageTelemetry(readInline<TelemetryTag>(documentIds.telemetry), composition);
  const countLoadFailure = countLoadFailures(count);
  const { languages = [] } = composition.shell;
  const { language, pathname } = splitLanguage(window.location.pathname, languages);
  const loadConfined = confineStyleSheets(createFederationHost(composition), composition, document);
  // An English page has no catalogue, and not the code for one.
  const { catalog, loadRemote } =
    language === sourceLanguage
      ? { catalog: {}, loadRemote: loadConfined }
      : await import(/* webpackChunkName: "translate-page" */ './translate-page')
          .then(({ translatePage }) => translatePage(language, composition.shell, loadConfined))
          .catch((error: unknown) => {
            // A page whose code of languages does not load works in English.
            reportError(error);
            return { catalog: {}, loadRemote: loadConfined };
          });
  const screens = createScreenRegistry(loadRemote, remoteTimeoutMs, countLoadFailure, completeRemote);

  // The code of the first screen is requested before anything that takes time.
  const matchRoute = createRouteMatcher(composition);
  const firstMatch = matchRoute(pathname);
  if (firstMatch) screens.open(firstMatch);
  const firstInput = watchFirstInput();

  await nextTask();
  const { store, readStorage } = createAppStore({
    settings: {
      // A rendered page has links with the origin that the server knows, or none.
      ...(!transferred && { publicUrl: window.location.origin }),
      ...completeSettings(settings, window.location.hostname),
    },
    storage: getBrowserStorage(),
    onResponse: (_address, _body, read) => read && afterStart(({ recoverRead }) => recoverRead(read)),
  });
  const inHtml = transferred?.slots;
  const slots = createSlotHost({
    composition,
    screens,
    store,
    inHtml,
    firstInput,
    waitUntilBelow: (...wait) => untilEnded((code) => code.waitUntilBelow(...wait)),
    onLoadFailure: countLoadFailure,
  });

  const isCovered = createPolicyCheck(composition, pathname);
  const history = reloadDocuments({
    history: createBrowserHistory(),
    languages,
    isCovered,
    checkIsStale: async () => (await loadAfterStart()).checkIsStale(composition.seq, store),
  });
  void mountPage({
    root,
    app: {
      composition,
      language: { code: language, catalog, languages },
      matchRoute,
      screens,
      slots,
      store,
      history,
      isCovered,
    },
    transferred,
    readStorage,
    onError: (error, release = findRelease(error)) => {
      console.error(error);
      count('errors', release, error);
    },
  });
  const startServices = () =>
    afterStart(
      ({
        confirmLanguageChange,
        prefetchLikelyScreens,
        registerServiceWorker,
        restoreLostFocus,
        startRecovery,
        tolerateMovedNodes,
      }) => {
        tolerateMovedNodes();
        restoreLostFocus();
        startRecovery(store, composition.seq);
        confirmLanguageChange(store, { code: language, catalog });
        prefetchLikelyScreens(firstInput, matchRoute, screens, loadVersions);
        registerServiceWorker(composition.env, language, transferred?.addresses ?? []);
      },
    );
  window.addEventListener(pageReadyEvent, startServices, { once: true });
}
