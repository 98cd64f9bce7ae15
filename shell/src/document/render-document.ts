import { type Catalog, createTexts } from '@shop/language/texts';
import type { Composition, DocumentComposition, EntryFile, PreloadFile } from '@shop/remote-contract/composition';
import { getDirection, getLocale, getTextsFile, sourceLanguage } from '@shop/remote-contract/languages';
import { isShellPath, matchRemoteRoute, type RemoteRouteMatch } from '@shop/remote-contract/match-remote-route';
import type { DocumentRequest, RenderedDocument } from '@shop/remote-contract/shell-build';
import { purchasePaths, urls } from '@shop/remote-contract/urls';
import { completeSettings, documentIds } from '../base/page';
import { getRequestedRoute, isRenderedOnServer } from '../remotes/routes';
import type { SlotOwner } from '../slots/slot-host';
import {
  createPageLoaderScript,
  entryRecoveryScript,
  escapeAttribute,
  findComposedSlot,
  inlineJson,
  inlineStyleSheet,
  linkStyleSheet,
  listStyleSheets,
  renderEntryNotice,
  renderPageLoader,
  renderPreviewBanner,
  requestScripts,
  speculationRules,
} from './elements';
import { createFontScript, renderFontFaces } from './fonts';
import { iconLinks } from './icons';
import {
  createOfferScript,
  deviceScript,
  failedSheetsScript,
  firstPaintStyle,
  trustedTypesScript,
} from './inline-scripts';

/** Status of the document for a match: 404 when the path declares it, or when a parameter has an unknown value. */
function getStatus({ path, params }: Pick<RemoteRouteMatch, 'path' | 'params'>): 200 | 404 {
  const isKnown = Object.entries(path.known ?? {}).every(([name, values]) => values.includes(params[name] ?? ''));
  return path.status ?? (isKnown ? 200 : 404);
}

const toPreload = (base: string, { path, integrity }: EntryFile): PreloadFile => ({ url: base + path, integrity });

/** What a server has rendered of a page. */
export interface RenderedContent {
  /** Title, meta data and links of the screen. */
  head: string;
  /** HTML of the root element. */
  body: string;
  /** Data for the page's first render. */
  transferred: unknown;
  /** Text of each style sheet by its URL. */
  styleSheets: Readonly<Record<string, string>>;
  /** Catalogues of the page by their URL. Empty in an English page. */
  texts: Readonly<Record<string, Catalog>>;
  /** Components of slots in the HTML. */
  slots: readonly SlotOwner[];
  /** Set when the loaded data shows that the page does not exist. */
  status?: 404 | undefined;
  /** True when the page shows a placeholder until its scripts run. They are then requested at once. */
  isFrame: boolean;
}

const createHeadScripts = (language: string, languages: readonly string[]) => [
  // Two scripts, for all languages and for one: each has a hash in the policy of every response.
  `${deviceScript};${failedSheetsScript}`,
  [createFontScript(language), ...(languages.length > 0 ? [createOfferScript(language, languages)] : [])].join(';'),
];

/** Lists all inline scripts of the documents that `renderDocument` renders outside of development. */
export function listInlineScripts(catalogs: Readonly<Record<string, Catalog>>): string[] {
  const languages = Object.keys(catalogs);
  const scripts = Object.entries({ [sourceLanguage]: {}, ...catalogs }).flatMap(([code, catalog]) => [
    ...createHeadScripts(code, languages),
    createPageLoaderScript(createTexts({ code, catalog })),
  ]);
  return [...new Set([trustedTypesScript, speculationRules, entryRecoveryScript, ...scripts])];
}

/**
 * Renders the document of an address. The theme is set before the first paint, and the composition is inline. Without content
 * the head requests every file of the first screen at once, so that no script has to load before the next one is known.
 *
 * @param content Null for a page that the browser renders.
 */
export function renderDocument(request: DocumentRequest, content: RenderedContent | null = null): RenderedDocument {
  const { composition, pathname, hostname, settings, firstScript, preview, telemetry } = request;
  const { language = sourceLanguage } = request;
  const apiOrigin = new URL(completeSettings(settings, hostname).apiBase).origin;
  const { shell } = composition;
  const match = getRequestedRoute(request);
  const slots = content?.slots ?? [];
  const preloads = listPreloads(match, slots);
  const shownRemotes = [...(match ? [match.remote] : []), ...slots.map(({ remote }) => remote)].map(({ name }) => name);
  const entry = toPreload(shell.base, shell.entry);
  const hasContent = content !== null && !content.isFrame;
  const isOpen = isRenderedOnServer(match);
  // The server usually renders such a page. The next response to the same request then has the content.
  const isRetried = !content && isOpen;
  // The development server evaluates strings for hot reload.
  const hasTrustedTypes = composition.env !== 'development';
  const { languages = [] } = shell;
  const firstScripts = [hasTrustedTypes ? trustedTypesScript : firstScript].filter((text) => text !== undefined);
  const headScripts = [...firstScripts, ...createHeadScripts(language, languages)];
  const catalog = content?.texts[shell.base + getTextsFile('shell', language)] ?? noTexts;
  const pageLoader = getPageLoader(language, catalog);
  const inlineScripts = [...headScripts, ...(content ? [pageLoader, speculationRules] : []), entryRecoveryScript];
  const styles = listStyleSheets(composition, match, slots).map((file) => {
    const css = content?.styleSheets[file.url];
    return css === undefined ? linkStyleSheet(file) : inlineStyleSheet(file.url, css);
  });
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    content?.head,
    iconLinks,
    ...headScripts.map((text) => `<script>${text}</script>`),
    // The first paint waits for the content. A paint of one half would make the layout of the other half a second one.
    hasContent && `<link rel="expect" href="#${documentIds.composition}" blocking="render">`,
    `<style>${renderFontFaces(language, hasContent ? 'swap' : 'optional')}${firstPaintStyle}</style>`,
    ...styles,
    // A page with its data requests nothing of the API at its start.
    !content && `<link rel="preconnect" href="${escapeAttribute(apiOrigin)}" crossorigin>`,
    ...(hasContent ? [] : requestScripts(entry, preloads)),
    isRetried && `<noscript><meta http-equiv="refresh" content="${retrySeconds}"></noscript>`,
  ];
  const body = [
    `${preview ? renderPreviewBanner(preview.expiresAt) : ''}<div id="${documentIds.root}">${content?.body ?? ''}</div>`,
    // It shows the count of the cart, and holds input from the first paint on.
    ...(content ? renderPageLoader(hasContent ? { entry, preloads } : { entry: null, preloads: [] }, pageLoader) : []),
    !content &&
      `<noscript>This shop needs JavaScript${isRetried ? ` now. The page loads again in ${retrySeconds} seconds` : ''}.</noscript>`,
    inlineData(documentIds.composition, forPage(request, shownRemotes)),
    inlineData(documentIds.settings, settings),
    content && inlineData(documentIds.transferredPage, content.transferred),
    content && language !== sourceLanguage && inlineData(documentIds.texts, content.texts),
    telemetry && inlineData(documentIds.telemetry, telemetry),
    // Last, so that they delay no paint. A script of the head fails after the document is parsed, because it is deferred.
    // A document without content has no catalogue.
    renderEntryNotice(createTexts({ code: language, catalog }), content ? undefined : sourceLanguage),
    `<script>${entryRecoveryScript}</script>`,
  ];
  const lines = (parts: (string | false | null | undefined)[]) => parts.filter(Boolean).join('\n');
  const html = `<!doctype html>
<html lang="${getLocale(language)}"${getDirection(language) === 'rtl' ? ' dir="rtl"' : ''}>
<head>
${lines(head)}
</head>
<body>
${lines(body)}
</body>
</html>
`;
  const status = content?.status ?? (match ? getStatus(match) : isShellPath(pathname) ? 200 : 404);
  const isPublic = isOpen && status === 200;
  return {
    status,
    html,
    isPrivate: !isPublic,
    inlineScripts,
    apiOrigin,
    ...(hasTrustedTypes && { trustedTypes: ['default', ...composition.remotes.map(({ name }) => name)] }),
  };
}

/** Catalogue of a page without texts, such as an English one. */
const noTexts: Catalog = {};
const pageLoaders = new WeakMap<Catalog, { language: string; script: string }>();

/** Gives the page loader of a language. It is the same in every document, so that it is created once for each catalogue. */
function getPageLoader(language: string, catalog: Catalog): string {
  const known = pageLoaders.get(catalog);
  if (known?.language === language) return known.script;
  const script = createPageLoaderScript(createTexts({ code: language, catalog }));
  pageLoaders.set(catalog, { language, script });
  return script;
}

/** Seconds after which a browser without scripts requests a document again that has no content. */
const retrySeconds = 3;

const inlineData = (id: string, data: unknown) =>
  `<script type="application/json" id="${id}">${inlineJson(data)}</script>`;

/** Lists the scripts of the screen, and of the components of slots in the HTML, each once. */
function listPreloads(match: RemoteRouteMatch | undefined, slots: readonly SlotOwner[]): PreloadFile[] {
  const parts = [
    ...(match ? [{ remote: match.remote, part: match.path }] : []),
    ...slots.map((owner) => ({ remote: owner.remote, part: findComposedSlot(owner) })),
  ];
  const ofParts = parts.flatMap(({ remote, part }) => [
    toPreload(remote.base, remote.entry),
    ...(part?.preloads ?? []),
  ]);
  // The entry of a development build is its manifest, which is not a script.
  const files = ofParts.filter(({ url }) => !url.endsWith('.json'));
  return [...new Map(files.map((file) => [file.url, file])).values()];
}

/** Pages that the shell's header and footer link to, and those of a purchase. The first navigation usually opens one of them. */
const linkedPages = [
  ...[urls.home(), urls.productList(), urls.search(), urls.product('any'), urls.contact()],
  ...[urls.account(), urls.orders(), urls.trackOrder(), urls.cart(), ...purchasePaths],
];

const owners = new WeakMap<Composition, ReadonlySet<string>>();

/** Lists the remotes that own linked pages. */
function listLinkedOwners(composition: Composition): ReadonlySet<string> {
  const known = owners.get(composition);
  if (known) return known;
  const names = linkedPages.flatMap((page) => matchRemoteRoute(composition, page)?.remote.name ?? []);
  const list = new Set(names);
  owners.set(composition, list);
  return list;
}

/**
 * Gives what the page reads of a composition. Preloads and the shell's style sheets serve the head of the document only, and an
 * English page loads no texts of remotes. The document omits the versions of remotes that neither the page nor a linked page needs,
 * where the gateway serves a file with them.
 */
function forPage(
  { composition, language = sourceLanguage, remoteVersions }: DocumentRequest,
  shown: readonly string[],
): DocumentComposition {
  const { styles: _, ...shell } = composition.shell;
  const complete = new Set([...listLinkedOwners(composition), ...shown]);
  const remotes = composition.remotes.map(({ slots, languages, ...remote }) => {
    const { version, digest, base, entry, global, previous, ...page } = remote;
    const isComplete = !remoteVersions || complete.has(remote.name);
    return {
      ...(isComplete ? remote : page),
      ...(isComplete && languages && language !== sourceLanguage && { languages }),
      paths: remote.paths.map(({ preloads: _preloads, styles: _styles, ...path }) => path),
      ...(slots && { slots: slots.map(({ name, order }) => ({ name, order })) }),
    };
  });
  const isPartial = remotes.some(({ name }) => remoteVersions && !complete.has(name));
  return { ...composition, shell, remotes, ...(isPartial && remoteVersions && { versions: remoteVersions }) };
}
