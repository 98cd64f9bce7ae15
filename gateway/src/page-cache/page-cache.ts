import { createHash } from 'node:crypto';
import type { Composition } from '@shop/remote-contract/composition';
import { LRUCache } from 'lru-cache';
import { addGzip, type CachedPage, createCachedPage, type PageContent } from './cached-page';

/** Milliseconds for which a page is served without a new render. */
const freshMs = 5000;
/** Milliseconds for which a page is served while a new one is rendered. */
const revalidateMs = 35_000;
/** Milliseconds for which a page is served when a new one cannot be rendered. */
const staleOnErrorMs = 5 * 60_000;
/** Milliseconds for which a fallback document is served, and between two attempts to render a page that failed. */
const retryMs = 1000;

/** Shares of the memory. Pages that clients can invent without limit never evict the others. */
const shares = { pages: 0.6, queries: 0.25, others: 0.15 };

/** Bytes of an entry besides its bodies and its key. */
const entryOverhead = 2048;

/** Identifies the content of a page: everything that its document depends on. */
export interface PageKeyParts {
  composition: Composition;
  /** Telemetry tag of the document: the visitor's canary group. */
  group: string;
  /** The shop's origin in the document. */
  publicUrl: string;
  hostname: string;
  pathname: string;
  /** Normalized query; null for the document without content. */
  search: string | null;
}

/**
 * Where a page comes from: `hit` from memory; `stale` from memory although it is not fresh; `miss` rendered for the request or for
 * another one that it waited for.
 */
export type PageSource = 'hit' | 'stale' | 'miss';

/** Keeps rendered pages in memory. */
export interface PageCache {
  /**
   * Finds a page, or renders it. Requests for one page wait for one render. A page that is not fresh is served while it is
   * rendered again, and for five minutes when that fails.
   *
   * @param render Records its own failures. A later request may use its result.
   * @param onSource Receives where the page comes from.
   * @throws The error of `render` when no earlier page can be served.
   */
  find: (
    key: string,
    render: () => Promise<PageContent>,
    onSource?: (source: PageSource) => void,
  ) => Promise<CachedPage>;
  /** Returns the document in gzip. */
  getGzip: (key: string, page: CachedPage) => Promise<Buffer>;
  /** Removes all pages when the gateway serves other compositions than at the previous call. */
  follow: (served: readonly Composition[]) => void;
  /** Bytes in memory. */
  getSize: () => number;
}

interface Entry {
  page: CachedPage;
  /** Unix milliseconds before which a failed render is not repeated. */
  retryAt: number;
}

export interface PageCacheOptions {
  /** Bytes of all pages, greater than zero. */
  maxBytes: number;
  /** Clock in Unix milliseconds. Default: `Date.now`. */
  now?: () => number;
}

/** @see docs/decisions/0027 */
export function createPageCache({ maxBytes, now = Date.now }: PageCacheOptions): PageCache {
  const createPartition = (share: number) =>
    new LRUCache<string, Entry>({
      maxSize: Math.max(1, Math.floor(maxBytes * share)),
      sizeCalculation: ({ page }, key) =>
        page.brotli.length + (page.gzip?.length ?? 0) + 2 * key.length + entryOverhead,
    });
  const pages = createPartition(shares.pages);
  const queries = createPartition(shares.queries);
  const others = createPartition(shares.others);
  const partitions = [pages, queries, others];
  /** Renders that have not ended, by key. */
  const pending = new Map<string, Promise<CachedPage>>();
  /** Number of purges. A page of an earlier generation is not stored. */
  let generation = 0;
  let served: readonly Composition[] = [];
  let servedDigests = '';

  const getPartition = ({ status, hasQuery, isFallback }: CachedPage) => {
    if (status !== 200 || isFallback) return others;
    return hasQuery ? queries : pages;
  };

  const get = (key: string): Entry | undefined => {
    for (const partition of partitions) {
      const entry = partition.get(key);
      if (entry) return entry;
    }
    return undefined;
  };

  const store = (key: string, entry: Entry) => {
    const own = getPartition(entry.page);
    for (const partition of partitions) if (partition !== own) partition.delete(key);
    own.set(key, entry);
  };

  const getAge = ({ page }: Entry) => now() - page.renderedAt;

  /** Finds a page that may be served instead of one that cannot be rendered. */
  const getReplacement = (key: string): Entry | null => {
    const entry = get(key);
    return entry && !entry.page.isFallback && getAge(entry) < staleOnErrorMs ? entry : null;
  };

  const render = async (key: string, start: () => Promise<PageContent>): Promise<CachedPage> => {
    const own = generation;
    const startedAt = now();
    const serveReplacement = (): CachedPage | null => {
      const replacement = own === generation ? getReplacement(key) : null;
      if (replacement) replacement.retryAt = now() + retryMs;
      return replacement?.page ?? null;
    };
    let page: CachedPage;
    try {
      page = await createCachedPage(await start(), startedAt);
    } catch (error) {
      const replacement = serveReplacement();
      if (replacement) return replacement;
      throw error;
    }
    const replacement = page.isFallback ? serveReplacement() : null;
    if (replacement) return replacement;
    // The time to render a fallback is the time in which the page failed.
    if (own === generation) store(key, { page: page.isFallback ? { ...page, renderedAt: now() } : page, retryAt: 0 });
    return page;
  };

  const renderOnce = (key: string, start: () => Promise<PageContent>): Promise<CachedPage> => {
    const running = pending.get(key);
    if (running) return running;
    const started = render(key, start).finally(() => {
      if (pending.get(key) === started) pending.delete(key);
    });
    pending.set(key, started);
    return started;
  };

  const purge = () => {
    generation++;
    pending.clear();
    for (const partition of partitions) partition.clear();
  };

  return {
    find: async (key, start, onSource = () => {}) => {
      const entry = get(key);
      const serve = (page: CachedPage, source: PageSource) => {
        onSource(source);
        return page;
      };
      const renderNow = async () => {
        const page = await renderOnce(key, start);
        return serve(page, page === entry?.page ? 'stale' : 'miss');
      };
      if (!entry) return renderNow();
      const age = getAge(entry);
      const { page, retryAt } = entry;
      if (page.isFallback) return age < retryMs ? serve(page, 'hit') : renderNow();
      if (age < freshMs) return serve(page, 'hit');
      const isRetried = now() >= retryAt;
      if (age < revalidateMs) {
        // The render records its failure.
        if (isRetried) void renderOnce(key, start).catch(() => {});
        return serve(page, 'stale');
      }
      return isRetried || age >= staleOnErrorMs ? renderNow() : serve(page, 'stale');
    },
    getGzip: async (key, page) => {
      if (page.gzip) return page.gzip;
      const compressed = await addGzip(page);
      const entry = get(key);
      if (entry?.page === page) store(key, { ...entry, page: compressed });
      return compressed.gzip;
    },
    follow: (next) => {
      if (next.length === served.length && next.every((composition, index) => composition === served[index])) return;
      served = next;
      // A composition that was loaded again with the same content keeps its pages.
      const digests = served.map(getDigest).join(' ');
      if (digests !== servedDigests) purge();
      servedDigests = digests;
    },
    getSize: () => partitions.reduce((sum, partition) => sum + partition.calculatedSize, 0),
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
