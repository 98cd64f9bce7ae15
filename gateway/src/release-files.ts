import { releasePrefix } from '@shop/releases/release/release';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import type { FastifyInstance } from 'fastify';

/** What a release's files are served as, by the end of their names. Nothing else is served. */
export const contentTypes: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
};

/** Headers of every answer under `/r/`: scripts are fetched across origins when a shop's files have a host of their own. */
export const releaseHeaders = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };

/** Headers of a file of a release: its address names its bytes. */
export const immutableHeaders = { 'cache-control': 'public, max-age=31536000, immutable', vary: 'accept-encoding' };

export const missingFile = 'No such file in any release.';

/** Bytes of released files kept in memory. */
const cacheLimit = 96 * 1024 * 1024;

/** Files a browser has no use for: the Node build and the release's own description. */
const isPrivate = (file: string) => file.startsWith('node/') || file === 'release.json';

/** Reads immutable objects through a memory of limited size; the oldest goes first. */
export function cachedReader(store: ReleaseStore): (key: string) => Promise<Uint8Array | null> {
  const cache = new Map<string, Uint8Array>();
  let size = 0;
  return async (key) => {
    const known = cache.get(key);
    if (known) return known;
    const stored = await store.get(key);
    if (!stored) return null;
    cache.set(key, stored.bytes);
    size += stored.bytes.length;
    for (const [oldest, bytes] of cache) {
      if (size <= cacheLimit) break;
      cache.delete(oldest);
      size -= bytes.length;
    }
    return stored.bytes;
  };
}

/**
 * Serves the files of every published release, not only of the live one: a tab that was opened before a promotion never
 * meets a missing chunk.
 */
export function serveReleaseFiles(app: FastifyInstance, read: ReturnType<typeof cachedReader>): void {
  app.get<{ Params: { app: string; release: string; '*': string } }>('/r/:app/:release/*', async (request, reply) => {
    const { app: name, release, '*': file } = request.params;
    const [, version, digest] = release.match(/^(.+)-([0-9a-f]{12})$/) ?? [];
    const type = contentTypes[file.split('.').at(-1) ?? ''];
    void reply.headers(releaseHeaders);
    if (version && digest && type && !isPrivate(file) && isSafePath(`${name}/${file}`)) {
      const key = releasePrefix({ app: name, version, digest }) + file;
      const acceptsBrotli = /\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''));
      const compressed = acceptsBrotli ? await read(`${key}.br`).catch(() => null) : null;
      const bytes = compressed ?? (await read(key));
      if (bytes) {
        if (compressed) void reply.header('content-encoding', 'br');
        return reply.headers(immutableHeaders).header('content-type', type).send(bytes);
      }
    }
    return reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(missingFile);
  });
}

const isSafePath = (path: string) => path.split('/').every((part) => /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(part));
