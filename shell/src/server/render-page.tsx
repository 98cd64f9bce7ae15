import type { Catalog } from '@shop/language/texts';
import { localizePath, sourceLanguage } from '@shop/remote-contract/languages';
import { findShellScreen } from '@shop/remote-contract/match-remote-route';
import { isInsidePath } from '@shop/remote-contract/return-path';
import type { PageRequest, PageResources, RenderedPage } from '@shop/remote-contract/shell-build';
import { createAppStore } from '@shop/store/create-app-store';
import { completeSettings } from '../base/page';
import { renderDocument } from '../document/render-document';
import { type TransferredPage, takeResponses } from '../document/transferred-page';
import { getRequestedRoute, isRenderedOnServer } from '../remotes/routes';
import { createCatalogLoader, translateRemote } from '../remotes/translate-remotes';
import { createServerSlots } from '../slots/server-slots';
import { getSlotKey } from '../slots/slot-host';
import { loadPageData } from './load-page-data';
import { renderApp } from './render-app';

/**
 * Gives the canonical form of a path: the pattern's fixed segments in their letter case, values of parameters as
 * `encodeURIComponent` spells them, and no slash at the end. Links of `urls` are canonical.
 *
 * @param pattern Path pattern that matches the path.
 * @param pathname Path without the query, percent-encoded.
 * @returns The path itself when the pattern has a wildcard or optional segments.
 * @example getCanonicalPath('/product/:id', '/Product/A%2F%62/') // '/product/A%2Fb'
 */
export function getCanonicalPath(pattern: string, pathname: string): string {
  if (/[*?]/.test(pattern)) return pathname;
  const fixed = pattern.split('/').filter(Boolean);
  const segments = pathname.split('/').filter(Boolean);
  if (fixed.length !== segments.length) return pathname;
  const spelled = segments.map((segment, index) => (fixed[index]?.startsWith(':') ? respell(segment) : fixed[index]));
  return `/${spelled.join('/')}`;
}

function respell(segment: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(segment));
  } catch {
    return segment;
  }
}

/**
 * Renders the document of an address with the content of its page. Session and cart are unknown on the server, so pages of a
 * shopper show the placeholder of their screen.
 *
 * @throws when a remote cannot be evaluated or rendered: a failure of the composition.
 * @see docs/decisions/0025: what is rendered where
 */
export async function renderPage(request: PageRequest, resources: PageResources): Promise<RenderedPage> {
  const { composition, pathname, search, hostname, settings, language: code = sourceLanguage } = request;
  const match = getRequestedRoute(request);
  const shellScreen = match ? undefined : findShellScreen(pathname);
  const pattern = match?.path.pattern ?? (shellScreen && `/${shellScreen}`);
  const canonical = pattern ? getCanonicalPath(pattern, pathname) : pathname;
  if (canonical !== pathname && isInsidePath(canonical)) return { kind: 'redirect', location: canonical + search };

  const addresses: string[] = [];
  const { store } = createAppStore({
    settings: completeSettings(settings, hostname),
    storage: null,
    onResponse: (url, body) => {
      if (body !== undefined) addresses.push(url);
    },
  });
  const used: Record<string, Catalog> = {};
  const loadCatalog = createCatalogLoader(code, async (url) => {
    used[url] = resources.texts?.[url] ?? {};
    return used[url];
  });
  const loadRemote: PageResources['loadRemote'] = (name) => {
    const remote = composition.remotes.find((composed) => composed.name === name);
    const module = resources.loadRemote(name);
    return remote && code !== sourceLanguage ? translateRemote(module, remote, loadCatalog) : module;
  };
  const slots = createServerSlots({ composition, store, loadRemote });
  const page = await loadPageData(store, match, search, code, loadRemote, slots);
  if (page.kind !== 'ready') return page;
  const { screen } = page;
  const address = pathname + search;
  const catalog = await loadCatalog(composition.shell, 'shell');
  const language = { code, catalog, languages: composition.shell.languages ?? [] };
  const { head, body } = renderApp({ composition, language, match, store, screen, slots, address });
  const owners = slots.listRendered().map(({ owner }) => owner);
  const api = takeResponses(store.getState().api);
  const transferred: TransferredPage = {
    pathname: localizePath(code, pathname),
    search,
    renderedAt: Date.now(),
    api,
    addresses,
  };
  if (owners.length > 0) transferred.slots = owners.map(getSlotKey);
  const document = renderDocument(request, {
    head,
    body,
    transferred,
    styleSheets: resources.styleSheets,
    texts: used,
    slots: owners,
    status: page.status,
    isFrame: match ? !isRenderedOnServer(match) : shellScreen !== undefined,
  });
  const { failures: slotFailures } = slots;
  return { kind: 'page', document, ...(slotFailures.length > 0 && { slotFailures }) };
}
