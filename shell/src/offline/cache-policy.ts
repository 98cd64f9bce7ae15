import { isShellPath } from '@shop/remote-contract/match-remote-route';
import { isReserved } from '@shop/remote-contract/reserved-paths';
import { documentIds } from '../base/page';

/**
 * Names of the offline caches. Raise the number of a cache when its content changes: the service worker deletes caches of
 * other names.
 */
export const cacheNames = { pages: 'shop-pages-2', files: 'shop-files-2', apiResponses: 'shop-answers-3' } as const;

/** Header of the stored copy of an API response. */
export const storedCopyHeader = 'x-stored-copy';

/** Message of a page to the service worker: what to cache. A page of an earlier shell leaves out fields that it does not know. */
export interface VisitMessage {
  /** Addresses of documents with content. */
  pages?: string[];
  /** Path of the document for pages that are not cached, in the language of the page. Absent after a navigation without a document. */
  fallback?: string;
  /** URLs of the API responses of a document. A worker of an earlier shell does not cache them. */
  apiResponses?: readonly string[];
  /** Paths of the screens whose files to cache. */
  screens?: string[];
}

/** Kind of a request that the service worker handles. All other requests go to the network. */
export type RequestKind = 'file' | 'page' | 'api-response';

/** True for a release file. Release files are immutable: their address carries version and hash. */
const isReleaseFile = ({ origin, pathname }: URL, shopOrigin: string): boolean =>
  origin === shopOrigin && pathname.startsWith('/r/');

/**
 * True for an API response that is the same for every shopper: catalogue and store information. Specification 7. A call with ids
 * is not: its address is that of one cart.
 */
export const isPublicApiResponse = ({ pathname, searchParams }: URL): boolean =>
  /\/api\/v1\/(storeInfo|products(\/[^/]+)?)$/.test(pathname) && !searchParams.has('id');

/** True for the address of a screen. The gateway or the store API answers the other reserved paths of the shop. */
const isScreen = ({ origin, pathname }: URL, shopOrigin: string): boolean =>
  origin === shopOrigin && (isShellPath(pathname) || !isReserved(pathname));

/**
 * Classifies a request. Only GET requests have a kind. Accounts, orders, payments and sign-in never match, and neither does a read
 * with `no-store`, which asks whether the network answers.
 *
 * @param shopOrigin Origin of the shop.
 */
export function classifyRequest(
  { method, mode, url, cache }: Pick<Request, 'method' | 'mode' | 'url' | 'cache'>,
  shopOrigin: string,
): RequestKind | undefined {
  const address = new URL(url);
  if (method !== 'GET') return undefined;
  if (isReleaseFile(address, shopOrigin)) return 'file';
  if (mode === 'navigate') return isScreen(address, shopOrigin) ? 'page' : undefined;
  return isPublicApiResponse(address) && cache !== 'no-store' ? 'api-response' : undefined;
}

/** True for a document that may be cached: complete, not redirected, and not private (`X-Robots-Tag: noindex`). */
export function isCacheablePage({ ok, redirected, headers }: Pick<Response, 'ok' | 'redirected' | 'headers'>): boolean {
  return ok && !redirected && headers.get('x-robots-tag') !== 'noindex';
}

/** False for what no cache may store, such as the pages and files of a preview. */
export const isStorable = ({ headers }: Response): boolean => !/\bno-store\b/.test(headers.get('cache-control') ?? '');

/**
 * Makes the copy of a document: its `<html>` has `data-copy`, so that the page knows that it is one.
 *
 * @returns Null for a document that is not the shop's, such as the page of a network that asks for a sign-in.
 */
export async function copyDocument(response: Response): Promise<{ copy: Response; html: string } | null> {
  const html = await response.text();
  if (!html.includes(`id="${documentIds.composition}"`)) return null;
  const headers = new Headers(response.headers);
  // They describe the bytes of the network.
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  return { copy: new Response(html.replace('<html ', '<html data-copy '), { headers }), html };
}

/** What the content types of release files contain, by file extension. */
const fileTypes: Readonly<Record<string, string>> = {
  js: 'javascript',
  css: 'css',
  json: 'json',
  svg: 'svg',
  woff2: 'font',
};

/** True for a response that has the type of its release file. A network that asks for a sign-in answers with HTML and 200. */
export function isFileOfItsType(address: string, { ok, redirected, headers }: Response): boolean {
  const extension = new URL(address).pathname.split('.').at(-1) ?? '';
  return ok && !redirected && (headers.get('content-type') ?? '').includes(fileTypes[extension] ?? 'image/');
}

/** True for a response that the store API can have sent: JSON, nothing, or an error status. */
export function isApiResponse({ ok, redirected, headers }: Response): boolean {
  return !redirected && (!ok || (headers.get('content-type') ?? 'json').includes('json'));
}
