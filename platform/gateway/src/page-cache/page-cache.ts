import { createHash } from 'node:crypto';
import type { Composition } from '@shop/remote-contract/composition';
import { type CacheSource, createRevalidatingCache } from '../data/revalidating-cache';
import type { Site } from '../http/site';
import { type CachedPage, createCachedPage, type PageContent } from './cached-page';

const times = { freshMs: 5000, revalidateMs: 35_000, staleMs: 60 * 60_000, waitMs: 300, retryMs: 1000, failureMs: 0 };

/** Shares of the memory. Pages that clients can invent without limit never evict the others. */
const shares = { pages: 0.6, inventable: 0.25, others: 0.15 };

/** Bytes of a page besides its bodies. */
const pageOverhead = 1536;

/** Identifies the content of a page: everything that its document depends on. */
export interface PageKeyParts extends Site {
  composition: Composition;
  /** Telemetry tag of the document: the visitor's canary group. */
  group: string;
  /** Path of the address, with its language. */
  pathname: string;
  /** Normalized query; null for the document without content. */
  search: string | null;
}

export type PageCache = ReturnType<typeof createPageCache>;

export interface PageCacheOptions {
  /** Bytes of all pages, greater than zero. */
  maxBytes: number;
  /** Clock in milliseconds. Default: `performance.now`. */
  now?: () => number;
}

/**
 * Creates a cache that keeps rendered pages in memory. Pages of a composition that is no longer served are evicted by those of others.
 *
 * @see docs/decisions/0027
 */
export function createPageCache({ maxBytes, now }: PageCacheOptions) {
  const cache = createRevalidatingCache<CachedPage>({
    ...times,
    partitions: Object.fromEntries(Object.entries(shares).map(([name, share]) => [name, maxBytes * share])),
    getPartition: (page) => {
      if (page?.value.status !== 200 || page.isComplete === false) return 'others';
      return page.value.isInventable ? 'inventable' : 'pages';
    },
    getBytes: ({ brotli }) => brotli.length + pageOverhead,
    ...(now && { now }),
  });
  return {
    /**
     * Finds a page, or renders it. Requests for one page wait for one render. A page that is not fresh is served while it is rendered
     * again. An older page is served when that fails or takes long, for an hour: its browser loads the data again.
     *
     * @param render Records its own failures. A later request may use its result.
     * @param onSource Receives where the page comes from.
     * @throws The error of `render` when no earlier page can be served.
     */
    find: (key: string, render: () => Promise<PageContent>, onSource?: (source: CacheSource) => void) =>
      cache.find(
        key,
        async () => {
          const value = await createCachedPage(await render());
          return { value, isComplete: !value.isFallback };
        },
        onSource,
      ),
    /** True when `find` would render the page and has no earlier one to serve instead. */
    isMissing: cache.isMissing,
    getSize: cache.getSize,
  };
}

const digests = new WeakMap<Composition, string>();

/** Computes the hash of a composition, once for each object. */
function getDigest(composition: Composition): string {
  const known = digests.get(composition);
  if (known) return known;
  const digest = createHash('sha256').update(JSON.stringify(composition)).digest('base64url').slice(0, 22);
  digests.set(composition, digest);
  return digest;
}

/** Joins what a document depends on. No part contains a space: they are a hash, words, parsed addresses and encoded text. */
export const createPageKey = ({ composition, group, publicUrl, hostname, pathname, search }: PageKeyParts): string =>
  `${getDigest(composition)} ${group} ${publicUrl} ${hostname} ${pathname} ${search ?? 'browser'}`;
