import type { FastifyInstance, FastifyReply } from 'fastify';
import type { LiveComposition } from '../composition/load-composition';
import { sendPlainText } from '../http/error-responses';
import { requireSite } from '../http/site';
import { withTimeout } from '../http/with-timeout';
import type { ReadReleaseFile } from '../release-files/verified-file-reader';
import type { GatewaySettings } from '../settings';
import { removalWorker } from './removal-worker';
import { createSitemap } from './sitemap';
import type { StoreCatalogClient } from './store-catalog-client';

export interface DiscoveryOptions {
  settings: Pick<GatewaySettings, 'publicUrl' | 'serviceWorker'>;
  current: () => LiveComposition | null | Promise<LiveComposition>;
  catalog: StoreCatalogClient;
  readFile: ReadReleaseFile;
  onFileError: (error: unknown) => void;
}

/** Milliseconds that a request waits for the service worker's file. */
const workerTimeoutMs = 3000;

const getMaxAge = (minutes: number) => `public, max-age=${minutes * 60}`;

/**
 * Adds the files that search engines and browsers look for at fixed addresses. The live composition's shell provides the
 * manifest, the icon and the service worker (`wellKnown`). The store API provides the shop's name and its products.
 *
 * @see docs/decisions/0025
 */
export function registerDiscoveryRoutes(
  app: FastifyInstance,
  { settings, current, catalog, readFile, onFileError }: DiscoveryOptions,
): void {
  app.get('/robots.txt', async (request, reply) => {
    const live = await current();
    if (!live) return sendNotAvailable(reply);
    // Private pages carry `noindex`. A crawler that robots.txt keeps out of them would not read it.
    const rule = live.composition.env === 'production' ? 'Disallow:' : 'Disallow: /';
    const site = requireSite(request, reply, settings);
    if (!site) return reply;
    const { languages = [] } = live.composition.shell;
    const queries = ['', ...languages.map((language) => `?language=${language}`)];
    const sitemaps = queries.map((query) => `Sitemap: ${site.publicUrl}/sitemap.xml${query}\n`);
    return reply
      .header('cache-control', getMaxAge(5))
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\n${rule}\n\n${sitemaps.join('')}`);
  });

  app.get<{ Querystring: { language?: unknown } }>('/sitemap.xml', async (request, reply) => {
    const site = requireSite(request, reply, settings);
    if (!site) return reply;
    const live = await current();
    const [info, products] = await Promise.all([catalog.getStoreInfo(), catalog.getProducts()]);
    // A sitemap without products would tell search engines that the products are gone.
    if (!live || !info || !products) return sendNotAvailable(reply);
    const language = live.composition.shell.languages?.find((tag) => tag === request.query.language);
    const entries = { categories: info.categories, productIds: products.ids };
    return reply
      .header('cache-control', getMaxAge(5))
      .type('application/xml; charset=utf-8')
      .send(createSitemap(live.composition, entries, site.publicUrl, language));
  });

  app.get('/site.webmanifest', async (_request, reply) => {
    const renderer = (await current())?.renderer;
    if (!renderer?.wellKnown) return sendNotAvailable(reply);
    const info = await catalog.getStoreInfo();
    const identity = { name: info?.storeName || info?.companyName || 'Shop', description: info?.description ?? '' };
    return reply
      .header('cache-control', getMaxAge(5))
      .type('application/manifest+json; charset=utf-8')
      .send(await renderer.createWebManifest(identity));
  });

  app.get('/favicon.ico', async (_request, reply) => {
    const wellKnown = (await current())?.renderer.wellKnown;
    if (!wellKnown) return sendNotAvailable(reply);
    return reply.header('cache-control', getMaxAge(60)).redirect(wellKnown.favicon);
  });

  const findWorker = async () => {
    const live = await current();
    const file = live?.renderer.wellKnown?.serviceWorker;
    if (!live || !file) return null;
    const { name, version, digest } = live.composition.shell;
    const reading = readFile({ app: name, version, digest }, file, 'identity');
    try {
      return (await withTimeout(reading, workerTimeoutMs))?.bytes;
    } catch (error) {
      onFileError(error);
      return null;
    }
  };

  app.get('/service-worker.js', async (_request, reply) => {
    const worker = settings.serviceWorker === 'off' ? removalWorker : await findWorker();
    void reply.header('cache-control', 'no-cache');
    // A browser that gets an error keeps the worker it has.
    if (!worker) return reply.code(404).type('text/plain; charset=utf-8').send('There is no service worker.');
    return reply
      .header('content-security-policy', "default-src 'none'; connect-src 'self'")
      .type('text/javascript; charset=utf-8')
      .send(worker);
  });
}

const sendNotAvailable = (reply: FastifyReply): FastifyReply =>
  sendPlainText(reply.header('retry-after', '30'), 503, 'Not available yet. Please try again in a moment.');
