import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { sourceLanguage } from '@shop/remote-contract/languages';
import { urls } from '@shop/remote-contract/urls';
import { repeat } from '@shop/server-runtime/repeat';
import { withTimeout } from '../http/with-timeout';
import type { ProductEntries, ProductEntry } from './product-entries';
import { createEntryFormatter, formatSitemapFrame, maxPartEntries, type SitemapSite } from './sitemap';

/** A sitemap of products, as the gateway keeps and sends it. */
export interface ProductSitemap {
  /** The XML, compressed with gzip. */
  bytes: Buffer;
  /** Strong entity tag of the compressed bytes. */
  etag: string;
  /** Time of the last change of its products, ISO 8601. Absent when the store API does not tell it. */
  changedAt?: string | undefined;
}

/** The sitemaps of products by language. All languages have the same products in the same parts. */
export type ProductSitemapsByLanguage = ReadonlyMap<string, readonly ProductSitemap[]>;

export type ProductSitemaps = ReturnType<typeof createProductSitemaps>;

export interface ProductSitemapsOptions {
  entries: ProductEntries;
  onError: (error: unknown) => void;
  /** Milliseconds between two questions for the version of the products. Default: 30 seconds. */
  interval?: number;
  /** Milliseconds between two lists of a store API without versions. Default: six hours. */
  listInterval?: number;
}

/** Entries that are formatted before other work of the process gets a turn: about a millisecond. */
const entriesPerTurn = 200;
const maxWaitMs = 3000;
/** Longest time between two attempts while lists fail. */
const maxRetryMs = 3_600_000;

/** Formats and compresses one sitemap. The thread pool compresses each chunk while other work of the process gets a turn. */
async function createProductSitemap(
  site: SitemapSite,
  language: string,
  entries: readonly ProductEntry[],
): Promise<ProductSitemap> {
  const { start, end } = formatSitemapFrame(site);
  const format = createEntryFormatter(site, language);
  function* formatChunks() {
    yield start;
    for (let from = 0; from < entries.length; from += entriesPerTurn) {
      const chunk = entries.slice(from, from + entriesPerTurn);
      yield chunk.map(({ id, changedAt }) => format(urls.product(id), changedAt)).join('');
    }
    yield end;
  }
  const bytes = await pipeline(formatChunks, createGzip(), buffer);
  const changedAt = entries.reduce<string | undefined>((last, entry) => maxDate(last, entry.changedAt), undefined);
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"`, changedAt };
}

const maxDate = (a: string | undefined, b: string | undefined) => (a === undefined || (b ?? '') > a ? b : a);

/**
 * Creates the sitemaps of all products, and keeps them in memory. Those of one site are stored: the shop has one address. They are
 * made again when the store API tells another version of its products, and from time to time when it tells none. After lists that
 * failed, the time before the next one doubles from `interval` to an hour.
 *
 * @see docs/decisions/0070
 */
export function createProductSitemaps({
  entries,
  onError,
  interval = 30_000,
  listInterval = 6 * 3_600_000,
}: ProductSitemapsOptions) {
  let made: { key: string; version: string | null; at: number; parts: ProductSitemapsByLanguage } | undefined;
  let wanted: { key: string; site: SitemapSite } | undefined;
  let running: Promise<void> | undefined;
  let isStopped = false;
  let failures = 0;
  let retryAt = 0;

  const make = async ({ key, site }: { key: string; site: SitemapSite }, version: string | null) => {
    const parts = new Map<string, ProductSitemap[]>([sourceLanguage, ...site.languages].map((tag) => [tag, []]));
    const addPart = async (part: readonly ProductEntry[]) => {
      await Promise.all(
        [...parts].map(async ([language, list]) => list.push(await createProductSitemap(site, language, part))),
      );
    };
    let pending: ProductEntry[] = [];
    // The first list is needed at once, but a store API may have refused it for its pace.
    for await (const batch of entries.list(made !== undefined || failures > 0)) {
      if (isStopped) return;
      pending.push(...batch);
      if (pending.length < maxPartEntries) continue;
      await addPart(pending.slice(0, maxPartEntries));
      pending = pending.slice(maxPartEntries);
    }
    if (pending.length > 0) await addPart(pending);
    made = { key, version, at: performance.now(), parts };
    failures = 0;
  };
  const tryToMake = async (site: Parameters<typeof make>[0], version: string | null) => {
    if (performance.now() < retryAt) return;
    try {
      await make(site, version);
    } catch (error) {
      retryAt = performance.now() + Math.min(interval * 2 ** failures++, maxRetryMs);
      throw error;
    }
  };

  const update = async () => {
    if (!wanted) return;
    const current = wanted;
    try {
      const version = await entries.getVersion();
      const isSame =
        made?.key === current.key &&
        (version === null ? performance.now() - made.at < listInterval : version === made.version);
      if (!isSame) await tryToMake(current, version);
    } catch (error) {
      onError(error);
    }
  };
  const run = () => {
    running ??= update().finally(() => {
      running = undefined;
    });
    return running;
  };
  let poll: ReturnType<typeof repeat> | undefined;

  return {
    /**
     * Finds the sitemaps for a site. The first request for another site waits three seconds at most while they are made.
     *
     * @returns Null while they are not made.
     */
    find: async (site: SitemapSite): Promise<ProductSitemapsByLanguage | null> => {
      const key = [site.publicUrl, ...site.languages].join(' ');
      if (wanted?.key !== key) wanted = { key, site };
      poll ??= repeat(run, interval);
      const wait = async () => {
        // A run for another site may have begun.
        await running;
        if (made?.key !== key) await run();
      };
      if (made?.key !== key) await withTimeout(wait(), maxWaitMs).catch(() => undefined);
      return made?.key === key ? made.parts : null;
    },
    /** Stops following the store API. */
    stop: async () => {
      isStopped = true;
      await poll?.stop();
      await running;
    },
  };
}
