import type { FastifyInstance, FastifyReply } from 'fastify';
import type { LiveComposition } from '../composition/composition-watcher';
import { getPublicUrl } from '../http/public-url';
import { withTimeout } from '../http/with-timeout';
import type { ReadReleaseFile } from '../release-files/verified-file-reader';
import type { GatewaySettings } from '../settings';
import { createSitemap } from './sitemap';
import type { StoreCatalogClient } from './store-catalog-client';

export interface DiscoveryOptions {
  settings: Pick<GatewaySettings, 'publicUrl' | 'serviceWorker'>;
  current: () => LiveComposition | null | Promise<LiveComposition>;
  directory: StoreCatalogClient;
  readFile: ReadReleaseFile;
}

/** Milliseconds a request waits for the store API, or for the service worker's file. */
const timeoutMs = 3000;

const minutes = (count: number) => `public, max-age=${count * 60}`;

/** Takes back what an earlier worker did: `SERVICE_WORKER=off`. */
const withdrawnWorker = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
})()));
`;

/**
 * The files that search engines and browsers look for at fixed addresses. What the shell draws or builds comes from the
 * live composition's shell (`wellKnown`), what the store is called and sells from the store API.
 *
 * @see docs/decisions/0008
 */
export function registerDiscoveryRoutes(
  app: FastifyInstance,
  { settings, current, directory, readFile }: DiscoveryOptions,
): void {
  app.get('/robots.txt', async (request, reply) => {
    const live = await current();
    if (!live) return notYet(reply);
    // Pages that must not be found say so themselves; a crawler that is kept out would not read it.
    const rule = live.composition.env === 'production' ? 'Disallow:' : 'Disallow: /';
    const sitemap = `${getPublicUrl(request, settings.publicUrl)}/sitemap.xml`;
    return reply
      .header('cache-control', minutes(5))
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\n${rule}\n\nSitemap: ${sitemap}\n`);
  });

  app.get('/sitemap.xml', async (request, reply) => {
    const live = await current();
    const asked = Promise.all([directory.storeInfo(), directory.productIds()]);
    const [info, productIds] = await withTimeout(asked, timeoutMs).catch(() => [null, null]);
    // Without products a sitemap would say that they are gone.
    if (!live || !info || !productIds) return notYet(reply);
    const publicUrl = getPublicUrl(request, settings.publicUrl);
    return reply
      .header('cache-control', minutes(5))
      .type('application/xml; charset=utf-8')
      .send(createSitemap(live.composition, { categories: info.categories, productIds }, publicUrl));
  });

  app.get('/site.webmanifest', async (_request, reply) => {
    const wellKnown = (await current())?.shell.wellKnown;
    if (!wellKnown) return notYet(reply);
    const info = await withTimeout(directory.storeInfo(), timeoutMs).catch(() => null);
    const store = { name: info?.storeName || info?.companyName || 'Shop', description: info?.description ?? '' };
    return reply
      .header('cache-control', minutes(5))
      .type('application/manifest+json; charset=utf-8')
      .send(wellKnown.webManifest(store));
  });

  app.get('/favicon.ico', async (_request, reply) => {
    const wellKnown = (await current())?.shell.wellKnown;
    if (!wellKnown) return notYet(reply);
    return reply.header('cache-control', minutes(60)).redirect(wellKnown.favicon);
  });

  /** A worker has no hash in a page: until the store has the right bytes again, the last right ones stay. */
  let lastWorker: Uint8Array | null = null;
  const findWorker = async () => {
    const live = await current();
    const file = live?.shell.wellKnown?.serviceWorker;
    if (!live || !file) return null;
    const { name, version, digest } = live.composition.shell;
    const reading = withTimeout(readFile({ app: name, version, digest }, file, 'identity'), timeoutMs);
    lastWorker = (await reading.catch(() => null)) ?? lastWorker;
    return lastWorker;
  };

  app.get('/service-worker.js', async (_request, reply) => {
    const worker = settings.serviceWorker === 'off' ? withdrawnWorker : await findWorker();
    void reply.header('cache-control', 'no-cache');
    // A browser that gets no worker keeps the one it has.
    if (!worker) return reply.code(404).type('text/plain; charset=utf-8').send('There is no service worker.');
    return reply
      .header('content-security-policy', "default-src 'none'; connect-src 'self'")
      .type('text/javascript; charset=utf-8')
      .send(worker);
  });
}

function notYet(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .header('retry-after', '30')
    .header('cache-control', 'no-store')
    .type('text/plain; charset=utf-8')
    .send('Not available yet. Please try again in a moment.');
}
