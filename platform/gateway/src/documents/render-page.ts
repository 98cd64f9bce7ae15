import type { Composition } from '@shop/remote-contract/composition';
import { listConnectOrigins } from '@shop/remote-contract/connect';
import { getLocale, localizePath, sourceLanguage } from '@shop/remote-contract/languages';
import type { PageRequest, RenderedDocument, SlotFailure } from '@shop/remote-contract/shell-build';
import type { TelemetryTag } from '@shop/remote-contract/telemetry';
import { inSpan } from '@shop/server-runtime/request-scope';
import { getApiBase } from '@shop/settings/api-base';
import { createContentSecurityPolicy, documentHeaders } from '../http/security-headers';
import type { Site } from '../http/site';
import type { GatewayLoad } from '../overload/overload-protection';
import { OverloadedError } from '../overload/send-busy-response';
import type { PageContent } from '../page-cache/cached-page';
import { notRendered, type PageResult } from '../rendering/page-result';
import { RendererUnavailableError } from '../rendering/renderer-errors';
import { toEarlierTag } from '../telemetry/earlier-shells';
import type { DocumentOptions } from './document-options';
import type { FoundPage } from './find-page';
import type { RemoteVersions } from './remote-versions';
import type { Selection } from './select-composition';

export interface RequestedPage extends Site, FoundPage {
  selection: Selection;
  /** Name of the app that shows the page. */
  app: string;
  /** True when the visitor's network has requested too many pages with a query: it gets the document without content. */
  isLimited: boolean;
  /** What the document tells its page for telemetry. Absent where nothing is recorded. */
  tag?: TelemetryTag | undefined;
}

/** Receives whether the composition failed to render a page. Null: the response says nothing about that. */
export type RecordRender = (isFailure: boolean | null, failedFillers?: readonly string[]) => void;

/**
 * Renders a page with its content. When that fails, renders the document without content, and the browser renders the page.
 *
 * @throws {OverloadedError} When the gateway has too much work to render a page.
 * @throws {RenderFailedError} When the shell fails to render the document too.
 * @throws {RendererUnavailableError} When no process renders now.
 */
export type RenderPage = (page: RequestedPage, record: RecordRender) => Promise<PageContent>;

type RenderOptions = Pick<DocumentOptions, 'settings' | 'metrics' | 'firstScript'> & {
  getLoad: () => GatewayLoad;
  remoteVersions: Pick<RemoteVersions, 'describe'>;
};

/** Creates the function that renders the pages of a gateway, measures them, and records failures of their composition. */
export function createRenderPage(options: RenderOptions): RenderPage {
  const { settings, getLoad, metrics } = options;

  const tryToRender = async (page: RequestedPage, request: PageRequest, load: GatewayLoad): Promise<PageResult> => {
    const { renderer, isClientRendered } = page.selection.composition;
    if (isClientRendered || page.search === null) return notRendered('unsupported', 'browsers render this page');
    // This counts as no failure of the composition.
    if (load.isBusy) return notRendered('gateway', 'the gateway is busy');
    if (page.isLimited) return notRendered('limited', 'the network of the visitor has requested too many searches');
    return renderer.renderPage(request);
  };

  const createResponse = async (
    page: RequestedPage,
    request: PageRequest,
    result: PageResult,
    isCompared: boolean,
  ): Promise<PageResponse> => {
    switch (result.kind) {
      case 'redirect':
        return { status: 301, html: '', headers: { location: localizeLocation(page.language, result.location) } };
      case 'page':
        return createDocumentResponse(result.document, page, settings);
      case 'not-rendered': {
        const { search: _, ...documentRequest } = isCompared ? request : leaveOutOfComparison(request);
        const document = await page.selection.composition.renderer.renderDocument(documentRequest);
        return createDocumentResponse(document, page, settings);
      }
    }
  };

  return async (page, record) => {
    const load = getLoad();
    if (load.isOverloaded) throw new OverloadedError('the gateway is overloaded');
    const { app, selection } = page;
    const request = createPageRequest(page, options);
    const startedAt = performance.now();
    try {
      return await inSpan('render', { attributes: { 'shop.app': app } }, async () => {
        const result = await tryToRender(page, request, load);
        const cause = result.kind === 'not-rendered' ? result.cause : null;
        const isCompared = cause !== 'limited' && !(cause === 'gateway' && load.isBusy);
        const response = await createResponse(page, request, result, isCompared);
        metrics?.recordRender(app, cause, (performance.now() - startedAt) / 1000);
        const failures = result.kind === 'page' ? result.slotFailures : [];
        const failedFillers = findReleases(selection.composition.composition, failures);
        const isFailure = cause === 'composition' || failedFillers.length > 0;
        // Missing data, a busy gateway and a process that has just started say nothing about the composition.
        const isRenderFailure = isFailure || cause === null ? isFailure : null;
        record(isRenderFailure, failedFillers);
        const isFallback = cause !== null && cause !== 'unsupported';
        const isClientRendered = cause !== null;
        return {
          ...response,
          isInventable: isInventable(page, isClientRendered),
          isFallback,
          isClientRendered,
          isRenderFailure,
          isCompared,
          failedFillers,
        };
      });
    } catch (error) {
      // A process that starts, or that another page has ended, says nothing about the composition either.
      if (!(error instanceof RendererUnavailableError)) record(true);
      throw error;
    }
  };
}

/** Gives a document the tag of a visitor who is not compared: a page that lacks its content because of the load is slower. */
function leaveOutOfComparison({ telemetry, ...request }: PageRequest): PageRequest {
  const tag: TelemetryTag = { group: 'listed', isCompared: false };
  return telemetry ? { ...request, telemetry: tag, ...toEarlierTag(tag) } : request;
}

/** True for a page with a query, and for one with a parameter whose document is the same for each value. */
function isInventable({ match, search }: RequestedPage, isClientRendered: boolean): boolean {
  if (search !== '') return true;
  if (!match || Object.keys(match.params).length === 0) return false;
  return isClientRendered || match.path.access !== 'open' || match.path.isPrivate === true;
}

/** Adds the language of a page to the path that its screen redirects to. */
function localizeLocation(language: string, location: string): string {
  const [pathname = '/'] = location.split('?', 1);
  return localizePath(language, pathname) + location.slice(pathname.length);
}

type PageResponse = Pick<PageContent, 'status' | 'html' | 'headers'>;

/**
 * Creates the response of a document. The code of remotes shares the renderer, so its headers come from the settings, the signed
 * composition and the request. The document decides its status, whether search engines may list it, and which inline scripts of
 * its shell it has.
 */
function createDocumentResponse(
  document: RenderedDocument,
  { selection: { composition: live, preview }, match, language, hostname }: RequestedPage,
  { paymentOrigins, imageOrigins, publicApiBase }: DocumentOptions['settings'],
): PageResponse {
  const { composition, renderer } = live;
  const robots = getRobotsTag(preview !== null || document.isPrivate === true, composition.env);
  const isDevelopment = composition.env === 'development';
  const { inlineScripts: known } = renderer;
  // The server of hot reload evaluates strings.
  const hasTrustedTypes = !isDevelopment && (known !== null || document.trustedTypes !== undefined);
  const policy = {
    inlineScripts: isDevelopment
      ? document.inlineScripts
      : document.inlineScripts.filter((script) => known?.includes(script) ?? true),
    apiOrigin: new URL(publicApiBase ?? getApiBase(hostname)).origin,
    ...(hasTrustedTypes && { trustedTypes: ['default', ...composition.remotes.map(({ name }) => name)] }),
  };
  return {
    status: document.status,
    html: document.html,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-language': getLocale(language),
      'content-security-policy': createContentSecurityPolicy(policy, {
        isDevelopment,
        paymentOrigins,
        imageOrigins,
        connectOrigins: listConnectOrigins(composition, match?.remote.name),
      }),
      ...documentHeaders,
      ...(robots && { 'x-robots-tag': robots }),
    },
  };
}

function createPageRequest(
  { selection: { composition, preview }, match, language, pathname, search, hostname, publicUrl, tag }: RequestedPage,
  { settings, firstScript, remoteVersions }: RenderOptions,
): PageRequest {
  return {
    composition: composition.composition,
    pathname,
    ...(language !== sourceLanguage && { language }),
    // Another gateway does not know the composition of a preview, so its documents have all versions.
    ...(!preview && { remoteVersions: remoteVersions.describe(composition.composition) }),
    search: search ?? '',
    route: match ? { remote: match.remote.name, path: match.path.id, params: match.params } : null,
    hostname,
    ...(firstScript && { firstScript }),
    ...(preview && { preview: { expiresAt: preview.expiresAt } }),
    ...(tag && { telemetry: tag, ...toEarlierTag(tag) }),
    settings: {
      orderAmounts: settings.orderAmounts,
      publicUrl,
      ...(settings.publicApiBase && { apiBase: settings.publicApiBase }),
    },
  };
}

/** Finds the releases of fillers: `mf-reviews/1.0.0-4f3a…`. The names come from the code of the composition, so unknown ones are left out. */
const findReleases = ({ remotes }: Composition, failures: readonly SlotFailure[]): string[] =>
  failures.flatMap(({ app, version }) => {
    const remote = remotes.find((candidate) => candidate.name === app && candidate.version === version);
    return remote ? [`${app}/${version}-${remote.digest}`] : [];
  });

/**
 * Returns the value of `X-Robots-Tag`. `noindex` marks a page that belongs to one shopper; the service worker does not cache such
 * a page either. Search engines ignore every page of an environment other than production.
 */
function getRobotsTag(isPrivate: boolean, env: string): 'noindex' | 'none' | undefined {
  if (isPrivate) return 'noindex';
  return env === 'production' ? undefined : 'none';
}
