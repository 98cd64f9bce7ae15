import type { TrustedKeys } from '@shop/releases/signing/signed-document';
import { CorruptDocumentError } from '@shop/releases/store/parse-json';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { getLinkCookieName, type LinkKind, setCookie } from '../http/cookies';
import { sendPlainText } from '../http/error-responses';
import { withTimeout } from '../http/with-timeout';
import { type ConfirmationText, confirmationPolicy, createConfirmationPage } from './confirmation-page';

/** Links in each of the two caches. */
const maxLinks = 256;
/** Milliseconds before a link is read again. */
const cacheTimesMs = { found: 60_000, missing: 5_000 };
/** Milliseconds that a request waits for a link. */
const timeoutMs = 1000;

/** The part of a signed link that the cache needs. `expiresAt` is an ISO date and time. */
interface ExpiringLink {
  expiresAt: string;
}

/** A link that a visitor opens. The visitor sees its name before it takes effect. */
interface NamedLink extends ExpiringLink {
  name: string;
}

export interface SignedLinkCacheOptions<Link extends ExpiringLink> {
  /**
   * Reads a link from the release store and verifies its signature. Resolves to null for an unknown id. Rejects when the store
   * cannot be read or the signature is not trusted.
   */
  read: (id: string) => Promise<Link | null>;
  /** Keys that the signatures are verified with. When they change, every link is read and verified again. */
  trusted: TrustedKeys;
  /**
   * Receives each error of `read`. An untrusted link then counts as missing. A link that was read before and cannot be read
   * now stays valid until it expires.
   */
  onError: (error: unknown) => void;
}

export interface SignedLinkRoute {
  /** Part of the path: `/-/<kind>/<id>`. */
  kind: LinkKind;
  /** Finds the link of an id that a visitor opens, or the response that refuses it. */
  open: (id: string) => Promise<NamedLink | { status: number; message: string }>;
  confirmation: ConfirmationText;
}

const foreignMessage = 'Open the link itself, and confirm it on its page. Another site must not open it for you.';

/**
 * Adds the routes that give a browser the cookie of a signed link until it expires, and take it away at `/-/<kind>/end`. Any site
 * can lead a visitor to a link, also by a redirect that the browser reports as typed. So a GET shows a page with the name of the
 * link, and only the POST of its button sets the cookie.
 */
export function registerSignedLinkRoute(app: FastifyInstance, { kind, open, confirmation }: SignedLinkRoute): void {
  const redirect = (request: FastifyRequest, reply: FastifyReply, cookie: { value: string; maxAgeSeconds: number }) => {
    setCookie(request, reply, { name: getLinkCookieName(request, kind), ...cookie });
    return reply.header('cache-control', 'no-store').redirect('/', 303);
  };

  app.get<{ Params: { id: string } }>(`/-/${kind}/:id`, async (request, reply) => {
    const { id } = request.params;
    if (id === 'end') return redirect(request, reply, { value: '', maxAgeSeconds: 0 });
    const link = await open(id);
    if ('status' in link) return sendPlainText(reply, link.status, link.message);
    return reply
      .headers({
        'cache-control': 'no-store',
        'content-security-policy': confirmationPolicy,
        // The id opens the link: the next page and the logs on its way must not get it as the address before.
        'referrer-policy': 'strict-origin',
        'x-robots-tag': 'none',
      })
      .type('text/html; charset=utf-8')
      .send(createConfirmationPage(confirmation, link.name));
  });

  app.post<{ Params: { id: string } }>(`/-/${kind}/:id`, { bodyLimit: 1024 }, async (request, reply) => {
    const { id } = request.params;
    if (!isSameOrigin(request)) return sendPlainText(reply, 403, foreignMessage);
    const link = await open(id);
    if ('status' in link) return sendPlainText(reply, link.status, link.message);
    const maxAgeSeconds = Math.ceil((Date.parse(link.expiresAt) - Date.now()) / 1000);
    return redirect(request, reply, { value: id, maxAgeSeconds });
  });
}

/**
 * Reports whether a page of the shop sends a request. Browsers before 2023 send no `Sec-Fetch-Site`, and `Origin` with each POST. A
 * request with neither counts as one of another site.
 */
function isSameOrigin({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin = '' } = headers;
  return URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
}

/**
 * Creates a cache of the signed links (previews, staff passes) that visitors carry in a cookie, so that a request does not
 * read the release store.
 *
 * @returns A function from an id to its link; null for an unknown, untrusted or expired link. It never rejects.
 */
export function createSignedLinkCache<Link extends ExpiringLink>({
  read,
  trusted,
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

  const perf = { now: () => Date.now() };
  /** Links that were found. An expired entry remains, for a store that cannot be read. */
  const found = new LRUCache<string, Link>({
    max: maxLinks,
    ttl: cacheTimesMs.found,
    perf,
    noDeleteOnStaleGet: true,
  });
  /** Results of reads. Every visitor can invent ids, whose results must not evict a link that was found. */
  const reads = new LRUCache<string, { link: Link | null }, string>({
    max: maxLinks,
    ttl: cacheTimesMs.missing,
    perf,
    ignoreFetchAbort: true,
    fetchMethod: async (key, _last, { context: id }) => {
      const link = await load(id, found.get(key, { allowStale: true }) ?? null);
      if (link) found.set(key, link);
      else found.delete(key);
      return { link };
    },
  });

  return async (id) => {
    const key = `${[...trusted.keys()]} ${id}`;
    const link = found.get(key) ?? (await reads.fetch(key, { context: id }))?.link;
    return link && Date.parse(link.expiresAt) > Date.now() ? link : null;
  };
}
