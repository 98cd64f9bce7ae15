import { clientNetwork } from '@shop/rate-limit/client-network';
import type { RenderedDocument } from '@shop/remote-contract/shell-build';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CanaryAllowlist } from '../canary/canary-allowlist';
import { assignVisitor, type CanaryAssignment, hasVisitorId } from '../canary/canary-assignment';
import type { LiveCanary, LiveComposition } from '../composition/load-composition';
import { getPublicUrl } from '../http/public-url';
import { isServedHost, parsePathname, unreadableHostMessage, unreadableTargetMessage } from '../http/request-target';
import { createContentSecurityPolicy } from '../http/security-headers';
import { sendPlainText } from '../http/send-plain-text';
import type { ActivePreview, Previews } from '../previews/previews';
import { RendererUnavailableError } from '../rendering/shell-renderer';
import type { GatewaySettings } from '../settings';
import { registerBeaconRoute } from '../telemetry/beacon.routes';
import { siteNetworkBits, type TelemetryRecorder } from '../telemetry/telemetry-recorder';
import { getRobotsTag } from './robots-tag';

export interface DocumentOptions {
  settings: Pick<GatewaySettings, 'publicApiBase' | 'publicUrl' | 'orderAmounts'>;
  /** Returns the live composition; null while there is none. */
  current: () => LiveComposition | null | Promise<LiveComposition>;
  /** Reports whether the release store cannot be read or trusted now. Default: never. */
  isDegraded?: () => boolean;
  /** Returns the canary that part of the visitors get; null while none runs. Default: none. */
  canary?: () => LiveCanary | null;
  /** Absent in development, where nothing can be previewed. */
  previews?: Previews;
  /** Absent where there is no canary. */
  allowlist?: CanaryAllowlist;
  /** Absent in development, where nothing is recorded. */
  telemetry?: TelemetryRecorder;
  /** Inline script of every document that runs before all others; development only. */
  firstScript?: string;
}

const storeUnavailableMessage =
  'The shop cannot be shown: its releases cannot be read or trusted right now. Please try again in a moment.';
const nothingPromotedMessage = 'The shop is being set up: nothing has been promoted yet. Please try again in a moment.';

/** What a request is answered with: a preview, or the composition that its visitor is assigned to. */
type Selection =
  | { preview: ActivePreview; assignment: null; composition: LiveComposition }
  | { preview: null; assignment: CanaryAssignment; composition: LiveComposition };

/** Adds the routes of documents: every address that is no file is answered with a document of the live composition. */
export function registerDocumentRoutes(
  app: FastifyInstance,
  {
    settings,
    current,
    isDegraded = () => false,
    canary = () => null,
    previews,
    allowlist,
    telemetry,
    firstScript,
  }: DocumentOptions,
): void {
  previews?.registerRoutes(app);
  allowlist?.registerRoutes(app);

  /** Selects the composition of a request; null while nothing is live and the request has no preview. */
  const select = async (request: FastifyRequest, reply: FastifyReply): Promise<Selection | null> => {
    const live = await current();
    const preview = (await previews?.find(request)) ?? null;
    if (preview) return { preview, assignment: null, composition: preview.composition };
    if (!live) return null;
    const running = canary();
    const isListed = running !== null && ((await allowlist?.isListed(request, running)) ?? false);
    const assignment = assignVisitor(request, reply, live, running, isListed);
    return { preview, assignment, composition: assignment.composition };
  };

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
    const { preview, assignment, composition: live } = selection;
    const visit = assignment && { assignment, network: clientNetwork(request.ip, siteNetworkBits) };
    const tag = visit && telemetry?.startDocument(visit, isPageView(request));
    let document: RenderedDocument;
    try {
      document = await live.shell.renderDocument({
        composition: live.composition,
        pathname,
        hostname: request.hostname,
        ...(firstScript ? { firstScript } : {}),
        ...(preview ? { preview: { expiresAt: preview.expiresAt } } : {}),
        ...(tag ? { health: tag } : {}),
        settings: {
          orderAmounts: settings.orderAmounts,
          publicUrl: getPublicUrl(request, settings.publicUrl),
          ...(settings.publicApiBase ? { apiBase: settings.publicApiBase } : {}),
        },
      });
    } catch (error) {
      if (visit) telemetry?.recordRenderFailure(visit);
      // The errors of processes and shells are logged where they occur.
      if (preview) return sendPlainText(reply.header('cache-control', 'no-store'), 500, formatPreviewFailure(error));
      if (!(error instanceof RendererUnavailableError)) throw error;
      return sendPlainText(reply.header('retry-after', '2'), 503, storeUnavailableMessage);
    }
    const { env } = live.composition;
    const robots = getRobotsTag(preview !== null || document.isPrivate === true, env);
    if (robots) void reply.header('x-robots-tag', robots);
    return reply
      .code(document.status)
      .header('content-security-policy', createContentSecurityPolicy(document, env === 'development'))
      .header('cache-control', getCacheControl(selection))
      .type('text/html; charset=utf-8')
      .send(document.html);
  });
}

/** The visitor of a preview is a colleague who needs the reason. */
function formatPreviewFailure(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return `This preview cannot be shown: ${reason}. The live shop is not affected. Open /-/preview/end to return to it.`;
}

/** A shared cache must not store a document that differs between visitors. */
function getCacheControl({ preview, assignment }: Selection): string {
  if (preview) return 'private, no-store';
  return assignment.visitorId ? 'private, no-cache' : 'no-cache';
}

/** A HEAD request gets no page, and a prefetched page may never be seen. */
const isPageView = ({ method, headers }: FastifyRequest) =>
  method === 'GET' && !/prefetch/.test(String(headers['sec-purpose'] ?? ''));
