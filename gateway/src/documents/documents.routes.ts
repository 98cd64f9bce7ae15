import type { RenderedDocument } from '@shop/remote-contract/shell-build';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CanaryAllowlist } from '../canary/canary-allowlist';
import { assignVisitor, type CanaryAssignment, hasVisitorId } from '../canary/canary-assignment';
import type { LiveCanary, LiveComposition } from '../composition/composition-watcher';
import { getPublicUrl } from '../http/public-url';
import { isServedHost, parsePathname, unreadableAddressMessage, unreadableHostMessage } from '../http/request-target';
import { contentSecurityPolicy } from '../http/security-headers';
import { sendPlainText } from '../http/send-plain-text';
import type { Previews } from '../previews/previews';
import type { GatewaySettings } from '../settings';
import { registerBeaconRoute } from '../telemetry/beacon.routes';
import { networkOf } from '../telemetry/network-address';
import type { TelemetryRecorder } from '../telemetry/telemetry-recorder';
import { getRobotsTag } from './robots-tag';

export interface DocumentOptions {
  settings: Pick<GatewaySettings, 'publicApiBase' | 'publicUrl' | 'orderAmounts'>;
  /** The composition to serve now; null while there is none. */
  current: () => LiveComposition | null | Promise<LiveComposition>;
  /** Whether there is none because the release store cannot be read or trusted; left out, it never is. */
  isDegraded?: () => boolean;
  /** What part of the visitors get instead; left out, or null, while there is no canary. */
  canary?: () => LiveCanary | null;
  /** Left out where nothing can be previewed: in development. */
  previews?: Previews;
  /** Who gets the canary whatever their bucket; left out where there is no canary. */
  lists?: CanaryAllowlist;
  /** Counts how the environment does; left out where nobody is told: in development. */
  health?: TelemetryRecorder;
  /** An inline script for every document; development only. */
  firstScript?: string;
}

const storeUnavailable =
  'The shop cannot be shown: its releases cannot be read or trusted right now. Please try again in a moment.';
const nothingPromoted = 'The shop is being set up: nothing has been promoted yet. Please try again in a moment.';

/** Answers every address that is no file with the document of the live composition. */
export function registerDocumentRoutes(
  app: FastifyInstance,
  {
    settings,
    current,
    isDegraded = () => false,
    canary = () => null,
    previews,
    lists,
    health,
    firstScript,
  }: DocumentOptions,
): void {
  previews?.serve(app);
  lists?.serve(app);
  const findPreview = async (request: FastifyRequest) => (await previews?.find(request)) ?? null;
  const findCohort = async (
    request: FastifyRequest,
    reply: FastifyReply,
    live: LiveComposition,
  ): Promise<CanaryAssignment> => {
    const running = canary();
    const isListed = running !== null && ((await lists?.isListed(request, running)) ?? false);
    return assignVisitor(request, reply, live, running, isListed);
  };
  if (health) {
    registerBeaconRoute(app, {
      recorder: health,
      recognize: async (request, reply) => {
        const published = await current();
        // Whoever polls at a preview is left out of the figures.
        if (!published || (await findPreview(request))) return null;
        const cohort = await findCohort(request, reply, published);
        // A report without a visitor's id is in no group: it counts for the charts only.
        return hasVisitorId(request) ? cohort : { ...cohort, visitor: null };
      },
    });
  }

  // A tab that stays open asks what it would get by now.
  app.get('/-/composition', async (request, reply) => {
    const published = await current();
    const preview = await findPreview(request);
    const shown = preview?.composition ?? (published && (await findCohort(request, reply, published)).composition);
    return reply
      .code(shown ? 200 : 503)
      .header('cache-control', 'private, no-store')
      .send({ seq: shown?.composition.seq ?? null });
  });

  app.get('/*', async (request, reply) => {
    // Before anything is counted: an address that anyone can make up says nothing about a composition.
    const pathname = parsePathname(request.url);
    if (pathname === null) return sendPlainText(reply, 400, unreadableAddressMessage);
    const hasApiAddress = settings.publicApiBase !== undefined;
    if (!isServedHost(request.hostname, hasApiAddress)) return sendPlainText(reply, 400, unreadableHostMessage);
    const published = await current();
    if (!published) {
      void reply.header('retry-after', '2');
      return sendPlainText(reply, 503, isDegraded() ? storeUnavailable : nothingPromoted);
    }
    const preview = await findPreview(request);
    const cohort = preview ? null : await findCohort(request, reply, published);
    const counted = cohort && { cohort, network: networkOf(request.ip) };
    const live = preview?.composition ?? cohort?.composition ?? published;
    const tag = counted && health?.served(counted, isPrefetch(request));
    let document: RenderedDocument;
    try {
      document = live.shell.renderDocument({
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
      if (counted) health?.renderFailed(counted);
      throw error;
    }
    const robots = getRobotsTag(preview !== null || document.isPrivate === true, live.composition.env);
    if (robots) void reply.header('x-robots-tag', robots);
    return (
      reply
        .code(document.status)
        .header('content-security-policy', contentSecurityPolicy(document, live.composition.env === 'development'))
        // What differs from visitor to visitor is nobody else's to keep.
        .header('cache-control', preview ? 'private, no-store' : cohort?.visitor ? 'private, no-cache' : 'no-cache')
        .type('text/html; charset=utf-8')
        .send(document.html)
    );
  });
}

/** A document that is fetched ahead may never be seen. */
const isPrefetch = ({ headers }: FastifyRequest) => /prefetch/.test(String(headers['sec-purpose'] ?? ''));
