/** The caches of the shop on a device. A worker that keeps things otherwise gives them new names; old ones are removed. */
export const cacheNames = { pages: 'shop-pages-1', files: 'shop-files-1', answers: 'shop-answers-1' } as const;

/** What a page tells its worker: where the shopper is, and which files it has loaded. */
export interface VisitMessage {
  /** Address of the document; left out when only files are told. */
  page?: string;
  files: string[];
}

/** What a request is to the worker. Anything else is none of its business, and takes its way as if there were none. */
export type RequestKind = 'file' | 'page' | 'answer';

/** Released files: immutable, their address carries version and hash. */
export const isReleasedFile = ({ origin, pathname }: URL, shop: string): boolean =>
  origin === shop && pathname.startsWith('/r/');

/** Answers that are the same for every shopper: the catalogue and the store's own words. Specification 7. */
export const isPublicApiResponse = ({ pathname }: URL): boolean =>
  /\/api\/v1\/(storeInfo|products(\/[^/]+)?)$/.test(pathname);

/**
 * Tells requests apart. Only reading requests count; accounts, orders, payments and sign-in never match.
 *
 * @param shop Origin of the shop.
 */
export function classifyRequest(
  { method, mode, url }: Pick<Request, 'method' | 'mode' | 'url'>,
  shop: string,
): RequestKind | undefined {
  const address = new URL(url);
  if (method !== 'GET') return undefined;
  if (isReleasedFile(address, shop)) return 'file';
  if (mode === 'navigate') return address.origin === shop ? 'page' : undefined;
  return isPublicApiResponse(address) ? 'answer' : undefined;
}

/** A document that may be kept: whole, where it was asked for, and nobody's own (`X-Robots-Tag: noindex`). */
export function isCacheablePage({ ok, redirected, headers }: Pick<Response, 'ok' | 'redirected' | 'headers'>): boolean {
  return ok && !redirected && headers.get('x-robots-tag') !== 'noindex';
}
