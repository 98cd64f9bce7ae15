import { CorruptDocumentError } from '@shop/releases/store/parse-json';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { setCookie } from '../http/cookies';
import { sendPlainText } from '../http/error-responses';
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

export interface SignedLinkRoute {
  /** Name of the cookie, and of the path: `/-/<name>/<id>`. */
  name: string;
  /** Finds the link of an id that a visitor opens, or the response that refuses it. */
  open: (request: FastifyRequest, id: string) => Promise<ExpiringLink | { status: number; message: string }>;
}

/** Adds the route that gives a browser the cookie of a signed link until it expires, and takes it away at `/-/<name>/end`. */
export function registerSignedLinkRoute(app: FastifyInstance, { name, open }: SignedLinkRoute): void {
  app.get<{ Params: { id: string } }>(`/-/${name}/:id`, async (request, reply) => {
    const { id } = request.params;
    const link = id === 'end' ? null : await open(request, id);
    if (link && 'status' in link) return sendPlainText(reply, link.status, link.message);
    const maxAgeSeconds = link ? Math.ceil((Date.parse(link.expiresAt) - Date.now()) / 1000) : 0;
    setCookie(request, reply, { name, value: link ? id : '', maxAgeSeconds });
    return reply.header('cache-control', 'no-store').redirect('/', 303);
  });
}

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
  const load = async (id: string, known: Link | null): Promise<Link | null> => {
    try {
      return await withTimeout(read(id), timeoutMs);
    } catch (error) {
      onError(error);
      // A store that cannot be read says nothing about the link.
      return error instanceof CorruptDocumentError ? null : known;
    }
  };

  const cache = new LRUCache<string, { link: Link | null }>({
    max: maxLinks,
    ttl: cacheTimesMs.found,
    perf: { now: () => Date.now() },
    ignoreFetchAbort: true,
    fetchMethod: async (id, known, { options }) => {
      const link = await load(id, known?.link ?? null);
      if (!link) options.ttl = cacheTimesMs.missing;
      return { link };
    },
  });

  return async (id) => {
    const link = (await cache.fetch(id))?.link;
    return link && Date.parse(link.expiresAt) > Date.now() ? link : null;
  };
}
