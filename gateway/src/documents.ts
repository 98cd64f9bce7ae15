import type { FastifyInstance } from 'fastify';
import { publicUrlOf } from './discovery/public-url';
import { robotsTag } from './discovery/robots';
import type { LiveComposition } from './live-composition';
import { contentSecurityPolicy } from './security-headers';
import type { GatewaySettings } from './settings';

export interface DocumentOptions {
  settings: Pick<GatewaySettings, 'publicApiBase' | 'publicUrl' | 'orderAmounts'>;
  /** The composition to serve now; null while there is none. */
  current: () => LiveComposition | null | Promise<LiveComposition>;
  /** An inline script for every document; development only. */
  firstScript?: string;
}

/** Answers every address that is no file with the document of the live composition. */
export function serveDocuments(app: FastifyInstance, { settings, current, firstScript }: DocumentOptions): void {
  app.get('/*', async (request, reply) => {
    const live = await current();
    if (!live) {
      return reply
        .code(503)
        .header('retry-after', '2')
        .header('cache-control', 'no-store')
        .type('text/plain; charset=utf-8')
        .send('The shop is being set up: nothing has been promoted yet. Please try again in a moment.');
    }
    const document = live.shell.renderDocument({
      composition: live.composition,
      pathname: new URL(request.url, 'http://shop.invalid').pathname,
      hostname: request.hostname,
      ...(firstScript ? { firstScript } : {}),
      settings: {
        orderAmounts: settings.orderAmounts,
        publicUrl: publicUrlOf(request, settings.publicUrl),
        ...(settings.publicApiBase ? { apiBase: settings.publicApiBase } : {}),
      },
    });
    const robots = robotsTag(document.isPrivate ?? false, live.composition.env);
    if (robots) void reply.header('x-robots-tag', robots);
    return reply
      .code(document.status)
      .header('content-security-policy', contentSecurityPolicy(document, live.composition.env === 'development'))
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(document.html);
  });
}
