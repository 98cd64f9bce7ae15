/**
 * Names of the offline caches. Raise the number of a cache when its content changes: the service worker deletes caches of
 * other names.
 */
export const cacheNames = { pages: 'shop-pages-1', files: 'shop-files-1', apiResponses: 'shop-answers-1' } as const;

/** Message of a page to the service worker: its address, and the release files that it has loaded. */
export interface VisitMessage {
  /** Address of the document. Absent when the message lists further files of the same page. */
  page?: string;
  /** Path of the document for pages that are not cached, in the language of the page. Absent without `page`, and in a message of an earlier shell. */
  fallback?: string;
  files: string[];
}

/** Kind of a request that the service worker handles. All other requests go to the network. */
export type RequestKind = 'file' | 'page' | 'api-response';

/** True for a release file. Release files are immutable: their address carries version and hash. */
export const isReleaseFile = ({ origin, pathname }: URL, shopOrigin: string): boolean =>
  origin === shopOrigin && pathname.startsWith('/r/');

/**
 * True for an API response that is the same for every shopper: catalogue and store information. Specification 7. A call with ids
 * is not: its address is that of one cart.
 */
export const isPublicApiResponse = ({ pathname, searchParams }: URL): boolean =>
  /\/api\/v1\/(storeInfo|products(\/[^/]+)?)$/.test(pathname) && !searchParams.has('id');

/**
 * Classifies a request. Only GET requests have a kind. Accounts, orders, payments and sign-in never match.
 *
 * @param shopOrigin Origin of the shop.
 */
export function classifyRequest(
  { method, mode, url }: Pick<Request, 'method' | 'mode' | 'url'>,
  shopOrigin: string,
): RequestKind | undefined {
  const address = new URL(url);
  if (method !== 'GET') return undefined;
  if (isReleaseFile(address, shopOrigin)) return 'file';
  if (mode === 'navigate') return address.origin === shopOrigin ? 'page' : undefined;
  return isPublicApiResponse(address) ? 'api-response' : undefined;
}

/** True for a document that may be cached: complete, not redirected, and not private (`X-Robots-Tag: noindex`). */
export function isCacheablePage({ ok, redirected, headers }: Pick<Response, 'ok' | 'redirected' | 'headers'>): boolean {
  return ok && !redirected && headers.get('x-robots-tag') !== 'noindex';
}
