import { createGunzip } from 'node:zlib';
import { sourceLanguage } from '@shop/remote-contract/languages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LiveComposition } from '../composition/load-composition';
import { sendPlainText } from '../http/error-responses';
import { requireSite } from '../http/site';
import { TimeoutError, withTimeout } from '../http/with-timeout';
import type { ReadReleaseFile } from '../release-files/verified-file-reader';
import type { GatewaySettings } from '../settings';
import type { ProductSitemap, ProductSitemaps } from './product-sitemaps';
import { removalWorker } from './removal-worker';
import { formatSitemap, formatSitemapIndex, listPagePaths, maxPartEntries } from './sitemap';
import type { StoreCatalogClient } from './store-catalog-client';

export interface DiscoveryOptions {
  settings: Pick<GatewaySettings, 'publicUrl' | 'publicApiBase' | 'serviceWorker'>;
  current: () => LiveComposition | null | Promise<LiveComposition>;
  catalog: Pick<StoreCatalogClient, 'getStoreInfo'>;
  /** The routes stop it when the server closes. Absent: the shop has no sitemap. */
  sitemaps?: ProductSitemaps;
  readFile: ReadReleaseFile;
  onFileError: (error: unknown) => void;
}

/** Milliseconds that a request waits for the service worker's file. */
const workerTimeoutMs = 3000;
/** Milliseconds that a request waits for the web manifest: for the store API, and then for a process. nginx waits five seconds. */
const manifestTimeoutMs = 4000;

/** Creates the web manifest with the name and the description of the store. */
async function createManifest(renderer: LiveComposition['renderer'], catalog: DiscoveryOptions['catalog']) {
  const info = await catalog.getStoreInfo();
  const name = info?.storeName || info?.companyName || 'Shop';
  return renderer.createWebManifest({ name, description: info?.description ?? '' });
}

const getMaxAge = (minutes: number) => `public, max-age=${minutes * 60}`;

/**
 * Adds the files that search engines and browsers look for at fixed addresses. The live composition's shell provides the
 * manifest, the icon and the service worker (`wellKnown`). The store API provides the shop's name and its products.
 *
 * @see docs/decisions/0025
 */
export function registerDiscoveryRoutes(
  app: FastifyInstance,
  { settings, current, catalog, sitemaps, readFile, onFileError }: DiscoveryOptions,
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

  /** Finds what a sitemap of a site describes. Null while the store API has never answered. */
  const findSitemaps = async (publicUrl: string) => {
    const live = await current();
    const { languages = [] } = live?.composition.shell ?? {};
    const site = { publicUrl, languages };
    // Sitemaps without products would tell search engines that the products are gone.
    const [info, products] = await Promise.all([catalog.getStoreInfo(), live && sitemaps?.find(site)]);
    return live && info && products
      ? { site, products, paths: listPagePaths(live.composition, info.categories) }
      : null;
  };

  app.get<{ Querystring: { language?: unknown; part?: unknown } }>('/sitemap.xml', async (request, reply) => {
    const site = requireSite(request, reply, settings);
    if (!site) return reply;
    const found = await findSitemaps(site.publicUrl);
    if (!found) return sendNotAvailable(reply);
    const { paths, products } = found;
    const language = found.site.languages.find((tag) => tag === request.query.language) ?? sourceLanguage;
    const pageParts = Math.ceil(paths.length / maxPartEntries);
    const productParts = products.get(language) ?? [];
    void reply.header('cache-control', getMaxAge(5)).type('application/xml; charset=utf-8');
    const { part } = request.query;
    if (part === undefined) {
      const parts = [...new Array<undefined>(pageParts).fill(undefined), ...productParts];
      const query = language === sourceLanguage ? '?' : `?language=${language}&`;
      const address = `${site.publicUrl}/sitemap.xml${query}part=`;
      return reply.send(
        formatSitemapIndex(
          parts.map((entry, index) => ({ address: address + (index + 1), changedAt: entry?.changedAt })),
        ),
      );
    }
    const index = typeof part === 'string' && /^[1-9]\d{0,5}$/.test(part) ? Number(part) - 1 : -1;
    if (index >= 0 && index < pageParts) {
      const listed = paths.slice(index * maxPartEntries, (index + 1) * maxPartEntries);
      return reply.send(formatSitemap(found.site, language, listed));
    }
    const stored = productParts[index - pageParts];
    return stored ? sendProductSitemap(request, reply, stored) : sendPlainText(reply, 404, noPartMessage);
  });

  // Sitemaps of a large shop are made before the first crawler asks for them.
  app.addHook('onListen', () => {
    if (settings.publicUrl) void findSitemaps(settings.publicUrl);
  });
  app.addHook('onClose', async () => sitemaps?.stop());

  app.get('/site.webmanifest', async (_request, reply) => {
    const renderer = (await current())?.renderer;
    if (!renderer?.wellKnown) return sendNotAvailable(reply);
    try {
      const manifest = await withTimeout(createManifest(renderer, catalog), manifestTimeoutMs);
      return reply
        .header('cache-control', getMaxAge(5))
        .type('application/manifest+json; charset=utf-8')
        .send(manifest);
    } catch (error) {
      if (error instanceof TimeoutError) return sendNotAvailable(reply);
      throw error;
    }
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

  // The worker sends the reads of pages. Without the setting, the host name of the page decides where the store API is.
  const apiSource = settings.publicApiBase ? new URL(settings.publicApiBase).origin : 'http://localhost:8044 https:';
  app.get('/service-worker.js', async (_request, reply) => {
    const worker = settings.serviceWorker === 'off' ? removalWorker : await findWorker();
    void reply.header('cache-control', 'no-cache');
    // A browser that gets an error keeps the worker it has.
    if (!worker) return reply.code(404).type('text/plain; charset=utf-8').send('There is no service worker.');
    return reply
      .header('content-security-policy', `default-src 'none'; connect-src 'self' ${apiSource}`)
      .type('text/javascript; charset=utf-8')
      .send(worker);
  });
}

const sendNotAvailable = (reply: FastifyReply): FastifyReply =>
  sendPlainText(reply.header('retry-after', '30'), 503, 'Not available yet. Please try again in a moment.');

const noPartMessage = 'There is no such part of the sitemap: /sitemap.xml lists its parts.';

/** Sends a stored sitemap. Its bytes are compressed already; the few clients without gzip get it decompressed. */
function sendProductSitemap(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { bytes, etag }: ProductSitemap,
): FastifyReply {
  void reply.headers({ etag, vary: 'accept-encoding' });
  if (headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  if (/\bgzip\b/.test(headers['accept-encoding'] ?? '')) return reply.header('content-encoding', 'gzip').send(bytes);
  const unpacked = createGunzip();
  unpacked.end(bytes);
  return reply.header('etag', `W/${etag}`).header('content-encoding', 'identity').send(unpacked);
}
