import { CorruptDocumentError } from '@shop/releases/store/parse-json';
import { LRUCache } from 'lru-cache';
import { withTimeout } from '../http/with-timeout';

const maxLinks = 256;
/** Milliseconds before a link is read again. A missing link has the shorter time, because anybody can invent ids. */
const cacheTimesMs = { found: 60_000, missing: 5_000 };
/** Milliseconds that a request waits for a link. */
const timeoutMs = 1000;

/** The part of a signed link that the cache needs. `expiresAt` is an ISO date and time. */
interface ExpiringLink {
  expiresAt: string;
}

export interface SignedLinkCacheOptions<Link extends ExpiringLink> {
  /**
   * Reads a link from the release store and verifies its signature. Resolves to null for an unknown id. Rejects when the store
   * cannot be read or the signature is not trusted.
   */
  read: (id: string) => Promise<Link | null>;
  /**
   * Receives each error of `read`. An untrusted link then counts as missing. A link that was read before and cannot be read
   * now stays valid until it expires.
   */
  onError: (error: unknown) => void;
}

/** Computes how long a link is still valid, in whole seconds; negative for an expired link. */
export const getRemainingSeconds = ({ expiresAt }: ExpiringLink): number =>
  Math.ceil((Date.parse(expiresAt) - Date.now()) / 1000);

/**
 * Creates a cache of the signed links (previews, staff passes) that visitors carry in a cookie, so that a request does not
 * read the release store.
 *
 * @returns A function from an id to its link; null for an unknown, untrusted or expired link. It never rejects.
 */
export function createSignedLinkCache<Link extends ExpiringLink>({
  read,
  onError,
}: SignedLinkCacheOptions<Link>): (id: string) => Promise<Link | null> {
  const cache = new LRUCache<string, Promise<Link | null>>({ max: maxLinks, perf: { now: () => Date.now() } });
  const lastFound = new LRUCache<string, Link>({ max: maxLinks });

  const load = async (id: string): Promise<Link | null> => {
    let link: Link | null = null;
    try {
      link = await withTimeout(read(id), timeoutMs);
    } catch (error) {
      onError(error);
      // The store could not be read: its error says nothing about the link.
      if (!(error instanceof CorruptDocumentError)) return lastFound.get(id) ?? null;
    }
    if (link) lastFound.set(id, link);
    else lastFound.delete(id);
    return link;
  };

  /** Caches the read from its start, so that concurrent requests share it. */
  const loadOnce = (id: string): Promise<Link | null> => {
    const loading = load(id).then((link) => {
      cache.set(id, loading, { ttl: link ? cacheTimesMs.found : cacheTimesMs.missing });
      return link;
    });
    cache.set(id, loading);
    return loading;
  };

  return async (id) => {
    const link = await (cache.get(id) ?? loadOnce(id));
    return link && Date.parse(link.expiresAt) > Date.now() ? link : null;
  };
}
