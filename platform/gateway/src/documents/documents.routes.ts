import { localizePath } from '@shop/remote-contract/languages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LiveComposition } from '../composition/load-composition';
import type { CacheSource } from '../data/revalidating-cache';
import { sendPlainText } from '../http/error-responses';
import { getSiteNetwork } from '../http/page-report-route';
import { parsePathname, parseSearch, unreadableTargetMessage } from '../http/request-target';
import { requireSite } from '../http/site';
import { type DocumentFacts, type RenderKind, recordDocumentFacts } from '../operation/document-facts';
import type { GatewayLoad } from '../overload/overload-protection';
import { OverloadedError, sendBusyResponse } from '../overload/send-busy-response';
import { type CachedPage, createCachedPage } from '../page-cache/cached-page';
import { createPageKey } from '../page-cache/page-cache';
import { sendPage } from '../page-cache/send-page';
import { missingFileMessage } from '../release-files/response-headers';
import { RendererUnavailableError } from '../rendering/renderer-errors';
import { registerCompositionRoutes } from './composition.routes';
import type { DocumentOptions } from './document-options';
import { type FoundPage, findPage, keepOtherParameters } from './find-page';
import { createRemoteVersions } from './remote-versions';
import { createRenderPage, type RecordRender, type RequestedPage } from './render-page';
import type { CountSearch } from './search-limit';
import type { SelectComposition, Selection } from './select-composition';

const storeUnavailableMessage =
  'The shop cannot be shown: its releases cannot be read or trusted right now. Please try again in a moment.';
const nothingPromotedMessage = 'The shop is being set up: nothing has been promoted yet. Please try again in a moment.';

/** Adds the routes of documents: every address that is not a file is answered with a document of the live composition. */
export function registerDocumentRoutes(
  app: FastifyInstance,
  {
    select,
    countSearch,
    ...options
  }: DocumentOptions & { select: SelectComposition; getLoad: () => GatewayLoad; countSearch: CountSearch },
): void {
  const { settings, isDegraded = () => false, previews, allowlist, telemetry, pageCache, metrics } = options;
  const remoteVersions = createRemoteVersions(async () => {
    const served = [await options.current(), ...(options.canaries?.() ?? []).map(({ composition }) => composition)];
    return served.flatMap((live) => (live ? [live.composition] : []));
  });
  const renderPage = createRenderPage({ ...options, remoteVersions });

  previews?.registerRoutes(app);
  allowlist?.registerRoutes(app);
  registerCompositionRoutes(app, { ...options, select });
  remoteVersions.registerRoute(app);

  app.get('/*', async (request, reply) => {
    // These checks come before telemetry: an invented address says nothing about a composition.
    const address = parsePathname(request.url);
    if (address === null) return sendPlainText(reply, 400, unreadableTargetMessage);
    if (isFileAddress(address)) return sendPlainText(reply, 404, missingFileMessage);
    const site = requireSite(request, reply, settings);
    if (!site) return reply;
    const selection = await select(request, reply);
    if (!selection) {
      void reply.header('retry-after', '2');
      return sendPlainText(reply, 503, isDegraded() ? storeUnavailableMessage : nothingPromotedMessage);
    }
    const { assignment, composition: live } = selection;
    const search = parseSearch(request.url);
    const found = findPage(live.composition, address, search);
    // `/hi//host` would be `//host` for the shell.
    if (found.pathname.startsWith('//')) return sendPlainText(reply, 400, unreadableTargetMessage);
    const canonical = localizePath(found.language, found.pathname);
    if (canonical !== address) return reply.header('cache-control', 'no-cache').redirect(canonical + search, 301);
    const facts = startFacts(request, live, found);
    const visit = assignment && { assignment, network: getSiteNetwork(request.ip) };
    const tag = visit ? telemetry?.startDocument(visit) : undefined;
    const recordPageView = (isCompared: boolean) => {
      if (visit && isPageView(request)) telemetry?.recordPageView(visit, isCompared);
    };
    let isRecorded = false;
    const recordRender: RecordRender = (isFailure, failedFillers) => {
      if (!visit || isFailure === null) return;
      telemetry?.recordRender(visit, isFailure, failedFillers);
      isRecorded = true;
    };

    const group = tag ? `${tag.group} ${tag.isCompared}` : '';
    const key = createPageKey({
      composition: live.composition,
      group,
      ...site,
      pathname: address,
      search: found.search,
    });
    const cache = selection.isCacheable ? pageCache : undefined;
    // A page with a query searches the products.
    const beginsSearch = Boolean(found.search) && !live.isClientRendered && (cache?.isMissing(key) ?? true);
    const isLimited = beginsSearch && !(await countSearch(request)).isAllowed;
    const page: RequestedPage = { ...site, ...found, selection, app: facts.app, tag, isLimited };
    const render = () => renderPage(page, recordRender);
    let source: CacheSource | 'bypass' = 'bypass';
    let made: CachedPage;
    try {
      made =
        // The cache serves visitors of other networks.
        cache && !isLimited
          ? await cache.find(key, render, (cacheSource) => {
              source = cacheSource;
            })
          : await createCachedPage(await render());
    } catch (error) {
      // The load of a gateway says nothing about the composition.
      if (!(error instanceof OverloadedError)) recordPageView(true);
      return sendFailure(request, reply, { error, selection });
    }
    metrics?.recordPageSource(source);
    facts.render = getRenderKind(source, made);
    // A page of the cache counts for each of its visitors.
    if (!isRecorded) recordRender(made.isRenderFailure, made.failedFillers);
    const cacheControl = getCacheControl(selection, source !== 'bypass' && !made.isFallback);
    const { location } = made.headers;
    if (location === undefined) {
      recordPageView(made.isCompared);
      return sendPage(request, reply, made, cacheControl);
    }
    // The page at the other address counts as the view.
    const headers = { ...made.headers, location: keepOtherParameters(location, found, search) };
    return sendPage(request, reply, { ...made, headers }, cacheControl);
  });
}

/** True for a spelling of the address of a released file: a cache that decodes addresses would store a document as the file. */
function isFileAddress(address: string): boolean {
  try {
    const decoded = decodeURIComponent(address).replace(/[?#]/g, '_').replace(/\/+/g, '/');
    return new URL(decoded, 'http://shop.invalid').pathname.startsWith('/r/');
  } catch {
    return false;
  }
}

function startFacts(request: FastifyRequest, { composition }: LiveComposition, { match }: FoundPage): DocumentFacts {
  const facts: DocumentFacts = {
    composition: composition.seq,
    app: match?.remote.name ?? 'shell',
    pattern: match?.path.pattern ?? '/*',
  };
  recordDocumentFacts(request, facts);
  return facts;
}

function getRenderKind(source: CacheSource | 'bypass', page: CachedPage): RenderKind {
  if (source === 'hit' || source === 'stale') return 'cached';
  return page.isClientRendered ? 'client-rendered' : 'rendered';
}

/** Answers a request whose document could not be made. @throws The error, when it is a fault of the gateway. */
function sendFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  { error, selection: { preview } }: { error: unknown; selection: Selection },
): FastifyReply {
  if (error instanceof OverloadedError) return sendBusyResponse(request, reply);
  // The errors of processes and shells are logged where they occur.
  if (preview) return sendPlainText(reply, 500, formatFailure(error));
  if (!(error instanceof RendererUnavailableError)) throw error;
  return sendBusyResponse(request, reply);
}

/** The visitor of a preview is a colleague who needs the reason. */
function formatFailure(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return `This preview cannot be shown: ${reason}. The live shop is not affected. Open /-/preview/end to return to it.`;
}

/**
 * A shared cache, such as nginx or a CDN, stores a document for a second, so that a promotion and a rollback show at once. It
 * must not store a document that differs between visitors. A browser asks each time.
 */
const sharedCacheControl = 'public, max-age=0, s-maxage=1, stale-while-revalidate=1, stale-if-error=60';

function getCacheControl({ preview, assignment }: Selection, isShared: boolean): string {
  if (preview || !assignment) return 'private, no-store';
  if (assignment.isPersonal) return 'private, no-cache';
  return isShared ? sharedCacheControl : 'no-cache';
}

/** A HEAD request gets no page, a prefetched page may never be seen, and the service worker reads pages to store them. */
const isPageView = ({ method, headers }: FastifyRequest) => {
  const isScript = headers['sec-fetch-mode'] === 'cors' && headers['sec-fetch-dest'] === 'empty';
  return method === 'GET' && !isScript && !/prefetch/.test(String(headers['sec-purpose'] ?? ''));
};
