import { shellContractPath } from '@shop/releases/release/shell-contract';
import type { PageRequest } from '@shop/remote-contract/shell-build';
import { inSpan } from '@shop/server-runtime/request-scope';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CanaryAllowlist } from '../canary/canary-allowlist';
import { assignVisitor, type CanaryAssignment, hasVisitorId } from '../canary/canary-assignment';
import { type LiveCanary, type LiveComposition, listCanaryCompositions } from '../composition/load-composition';
import type { ErrorRecorder } from '../error-reports/error-recorder';
import { registerErrorReportRoute } from '../error-reports/error-reports.routes';
import { getPublicUrl } from '../http/public-url';
import {
  isServedHost,
  parsePathname,
  parseSearch,
  unreadableHostMessage,
  unreadableTargetMessage,
} from '../http/request-target';
import { sendPlainText } from '../http/send-plain-text';
import { type DocumentFacts, type RenderKind, recordDocumentFacts } from '../operation/document-facts';
import type { GatewayMetrics } from '../operation/gateway-metrics';
import type { GatewayLoad } from '../overload/load-level';
import { OverloadedError, sendBusyResponse } from '../overload/send-busy-response';
import { type ActiveOverride, type Overrides, registerOverrideRefusal } from '../overrides/overrides';
import type { CachedPage } from '../page-cache/cached-page';
import { normalizeQuery } from '../page-cache/declared-query';
import { findPathOwner } from '../page-cache/find-path-owner';
import { createPageKey, type PageCache, type PageSource } from '../page-cache/page-cache';
import { getPublicHost } from '../page-cache/public-host';
import { sendPage } from '../page-cache/send-page';
import { notRendered, type RenderPage } from '../page-rendering/page-result';
import { getSiteNetwork } from '../page-reports/site-network';
import { registerPolicyReportRoute } from '../policy-reports/policy-reports.routes';
import type { ActivePreview, Previews } from '../previews/previews';
import { RendererUnavailableError } from '../rendering/shell-renderer';
import type { GatewaySettings } from '../settings';
import { registerBeaconRoute } from '../telemetry/beacon.routes';
import type { TelemetryRecorder } from '../telemetry/telemetry-recorder';
import { createPageContent } from './page-content';
import { renderAnswer } from './render-answer';

export interface DocumentOptions {
  settings: Pick<GatewaySettings, 'publicApiBase' | 'publicUrl' | 'orderAmounts' | 'paymentOrigins' | 'imageOrigins'>;
  /** Returns the live composition; null while there is none. */
  current: () => LiveComposition | null | Promise<LiveComposition>;
  /** Reports whether the release store cannot be read or trusted now. Default: never. */
  isDegraded?: () => boolean;
  /** Returns the running canaries, oldest first. Default: none. */
  canaries?: () => readonly LiveCanary[];
  /** Absent in development, where nothing can be previewed. */
  previews?: Previews;
  /** Absent where the deployment shows no override links. */
  overrides?: Overrides;
  /** Absent where there is no canary. */
  allowlist?: CanaryAllowlist;
  /** Absent in development, where nothing is recorded. */
  telemetry?: TelemetryRecorder;
  /** Records the errors that pages report. Absent: the gateway receives no reports. */
  errorReports?: Pick<ErrorRecorder, 'record'>;
  /** Cache of rendered pages. Absent where every document is rendered for its request. */
  pageCache?: PageCache;
  /** Returns the load of the gateway. Default: none. */
  getLoad?: () => GatewayLoad;
  /** Absent where nothing is measured. */
  metrics?: GatewayMetrics | undefined;
  /** Inline script of every document that runs before all others; development only. */
  firstScript?: string;
}

const storeUnavailableMessage =
  'The shop cannot be shown: its releases cannot be read or trusted right now. Please try again in a moment.';
const nothingPromotedMessage = 'The shop is being set up: nothing has been promoted yet. Please try again in a moment.';

const noShellMessage = 'No published shell is live.';

/** What a request is answered with: a preview, or the composition that its visitor is assigned to. */
type Selection = {
  composition: LiveComposition;
  /** False for a preview, an override and for staff: their documents are rendered for each request. */
  isCacheable: boolean;
  preview: ActivePreview | null;
  override: ActiveOverride | null;
  /** Null for a preview and an override, which count in no telemetry. */
  assignment: CanaryAssignment | null;
};

/** Adds the routes of documents: every address that is no file is answered with a document of the live composition. */
export function registerDocumentRoutes(
  app: FastifyInstance,
  {
    settings,
    current,
    isDegraded = () => false,
    canaries = () => [],
    previews,
    overrides,
    allowlist,
    telemetry,
    errorReports,
    pageCache,
    getLoad = () => noLoad,
    metrics,
    firstScript,
  }: DocumentOptions,
): void {
  previews?.registerRoutes(app);
  allowlist?.registerRoutes(app);
  if (overrides) overrides.registerRoutes(app);
  else registerOverrideRefusal(app);

  /** Selects the composition of a request; null while nothing is live and the request has no preview. */
  const select = async (request: FastifyRequest, reply: FastifyReply): Promise<Selection | null> => {
    const live = await current();
    const preview = (await previews?.find(request)) ?? null;
    const unassigned = { preview, override: null, assignment: null, isCacheable: false };
    if (preview) return { ...unassigned, composition: preview.composition };
    if (!live) return null;
    const override = (await overrides?.find(request, live)) ?? null;
    if (override) return { ...unassigned, override, composition: override.composition };
    const running = canaries();
    pageCache?.follow([live, ...listCanaryCompositions(running)].map(({ composition }) => composition));
    const rules = running.length > 0 ? await allowlist?.findRules(request, running) : undefined;
    const assignment = assignVisitor(request, reply, live, running, new Set(rules?.keys()));
    const isStaff = [...(rules?.values() ?? [])].includes('staff');
    return { preview, override, assignment, composition: assignment.composition, isCacheable: !isStaff };
  };

  registerPolicyReportRoute(app, {
    listApps: async () => {
      const live = (await current())?.composition;
      return live ? [live.shell, ...live.remotes].map(({ name }) => name) : [];
    },
    metrics,
  });
  if (errorReports) registerErrorReportRoute(app, errorReports);
  if (telemetry) {
    registerBeaconRoute(app, {
      recorder: telemetry,
      findAssignment: async (request, reply) => {
        const assignment = (await select(request, reply))?.assignment;
        if (!assignment) return null;
        // A beacon without a visitor id belongs to no group: it counts in the charts only.
        return hasVisitorId(request) ? assignment : { ...assignment, visitorId: null };
      },
    });
  }

  // An open tab polls this route to find out whether a newer composition is live.
  app.get('/-/composition', async (request, reply) => {
    const selection = await select(request, reply);
    return reply
      .code(selection ? 200 : 503)
      .header('cache-control', 'private, no-store')
      .send({ seq: selection?.composition.composition.seq ?? null });
  });

  // Teams compare a build with it before they publish: `expectFits` of @shop/release.
  app.get(shellContractPath, async (_request, reply) => {
    const contract = (await current())?.shellContract;
    void reply.header('cache-control', 'no-cache');
    return contract ? reply.send(contract) : sendPlainText(reply, 503, noShellMessage);
  });

  app.get('/*', async (request, reply) => {
    // These checks come before telemetry: an invented address says nothing about a composition.
    const pathname = parsePathname(request.url);
    if (pathname === null) return sendPlainText(reply, 400, unreadableTargetMessage);
    const hasApiAddress = settings.publicApiBase !== undefined;
    if (!isServedHost(request.hostname, hasApiAddress)) return sendPlainText(reply, 400, unreadableHostMessage);
    const selection = await select(request, reply);
    if (!selection) {
      void reply.header('retry-after', '2');
      return sendPlainText(reply, 503, isDegraded() ? storeUnavailableMessage : nothingPromotedMessage);
    }
    const { preview, override, assignment, composition: live } = selection;
    const found = findPathOwner(live.composition, pathname);
    const owner = { app: found?.remote.name ?? 'shell', pattern: found?.path.pattern ?? '/*' };
    const facts: DocumentFacts = { composition: live.composition.seq, app: owner.app, pattern: owner.pattern };
    recordDocumentFacts(request, facts);
    const visit = assignment && { assignment, network: getSiteNetwork(request.ip) };
    const tag = visit && telemetry?.startDocument(visit, isPageView(request));
    const host = getPublicHost(request, settings);
    const search = normalizeQuery(live.composition, pathname, parseSearch(request.url));
    let isRecorded = false;
    const recordRender = (isFailure: boolean | null, failedFillers?: readonly string[]) => {
      if (!visit || isFailure === null) return;
      telemetry?.recordRender(visit, isFailure, failedFillers);
      isRecorded = true;
    };
    const render = async () => {
      const load = getLoad();
      if (load.isOverloaded) throw new OverloadedError();
      const pageRequest: PageRequest = {
        composition: live.composition,
        pathname,
        search: search ?? '',
        hostname: host?.hostname ?? request.hostname,
        ...(firstScript ? { firstScript } : {}),
        ...(preview ? { preview: { expiresAt: preview.expiresAt } } : {}),
        ...(tag ? { health: tag } : {}),
        settings: {
          orderAmounts: settings.orderAmounts,
          publicUrl: host?.publicUrl ?? getPublicUrl(request, settings.publicUrl),
          ...(settings.publicApiBase ? { apiBase: settings.publicApiBase } : {}),
        },
      };
      try {
        const renderPage = load.isBusy && live.pages ? shedPage : live.pages?.renderPage;
        const startedAt = performance.now();
        const answer = await inSpan('render', { attributes: { 'shop.app': owner.app } }, () =>
          renderAnswer(live, pageRequest, search === null ? undefined : renderPage),
        );
        const cause = answer.kind === 'document' ? answer.notRendered : null;
        metrics?.recordRender(owner.app, cause, (performance.now() - startedAt) / 1000);
        recordRender(answer.isRenderFailure, answer.failedFillers);
        const env = override?.env ?? live.composition.env;
        const { paymentOrigins, imageOrigins } = settings;
        return createPageContent(answer, {
          env,
          isPreview: preview !== null,
          override,
          hasQuery: search !== '',
          paymentOrigins,
          imageOrigins,
        });
      } catch (error) {
        recordRender(true);
        throw error;
      }
    };
    try {
      if (!pageCache || !host || !selection.isCacheable) {
        const { status, headers, html, isClientRendered } = await render();
        facts.render = isClientRendered ? 'client-rendered' : 'rendered';
        metrics?.recordPageSource('bypass');
        return await reply
          .code(status)
          .headers({ ...headers, 'cache-control': getCacheControl(selection) })
          .send(html);
      }
      const group = tag ? `${tag.cohort} ${tag.isCompared}` : '';
      const key = createPageKey({ composition: live.composition, group, ...host, pathname, search });
      let source: PageSource = 'miss';
      const page = await pageCache.find(key, render, (found) => {
        source = found;
      });
      metrics?.recordPageSource(source);
      facts.render = getRenderKind(source, page);
      // A page of the cache counts for each of its visitors.
      if (!isRecorded) recordRender(page.isRenderFailure, page.failedFillers);
      return await sendPage(request, reply, page, {
        cacheControl: getCacheControl(selection, !page.isFallback),
        getGzip: () => pageCache.getGzip(key, page),
      });
    } catch (error) {
      if (error instanceof OverloadedError) return sendBusyResponse(request, reply);
      // The errors of processes and shells are logged where they occur.
      if (preview || override) {
        const kind = preview ? 'preview' : 'override';
        return sendPlainText(reply.header('cache-control', 'no-store'), 500, formatFailure(kind, error));
      }
      if (!(error instanceof RendererUnavailableError)) throw error;
      return sendPlainText(reply.header('retry-after', '2'), 503, storeUnavailableMessage);
    }
  });
}

const noLoad: GatewayLoad = { isBusy: false, isOverloaded: false, isFull: false };

/** Stands in for the pool of a busy gateway. It counts as no failure of the composition. */
const shedPage: RenderPage = async () => notRendered('gateway', 'the gateway is busy');
function getRenderKind(source: PageSource, page: CachedPage): RenderKind {
  if (source !== 'miss') return 'cached';
  return page.isClientRendered ? 'client-rendered' : 'rendered';
}

/** The visitor of a preview or an override is a colleague who needs the reason. */
function formatFailure(kind: 'preview' | 'override', error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return `This ${kind} cannot be shown: ${reason}. The live shop is not affected. Open /-/${kind}/end to return to it.`;
}

/**
 * A shared cache, such as nginx or a CDN, stores a document for a second, so that a promotion and a rollback show at once. It
 * must not store a document that differs between visitors. A browser asks each time.
 */
const sharedCacheControl = 'public, max-age=0, s-maxage=1, stale-while-revalidate=1, stale-if-error=60';

function getCacheControl({ preview, assignment }: Selection, isShared = false): string {
  if (preview || !assignment) return 'private, no-store';
  if (assignment.visitorId) return 'private, no-cache';
  return isShared ? sharedCacheControl : 'no-cache';
}

/** A HEAD request gets no page, and a prefetched page may never be seen. */
const isPageView = ({ method, headers }: FastifyRequest) =>
  method === 'GET' && !/prefetch/.test(String(headers['sec-purpose'] ?? ''));
