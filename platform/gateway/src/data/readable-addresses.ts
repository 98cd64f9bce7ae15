import { renderedShopOrigin } from '@shop/api-contract/shop-address';

/** Addresses of the store API where the deployment configures none. Specification 7. */
const specifiedBase = /^(?:http:\/\/localhost:8044|https:\/\/api\.[^/?#@]+)\/api\/v1(?=\/)/;

/** Address of the search of products at the gateway. */
export const searchPath = '/-/search';

/** Characters of an address that pages may read. */
export const maxUrlLength = 2000;

/** Parses an address without credentials and fragment. Dot segments are resolved. Null for anything else. */
function parseAddress(url: string): URL | null {
  if (url.length > maxUrlLength || !URL.canParse(url)) return null;
  const parsed = new URL(url);
  return parsed.username || parsed.password || parsed.hash ? null : parsed;
}

/**
 * Finds the path of a call in a URL of the store API as pages know it.
 *
 * @param publicApiBase Address of the store API for browsers; undefined where the specification decides it.
 * @returns The path below the base with its query, such as `/products?page=2`. Null for any other URL.
 */
export function findStoreApiPath(url: string, publicApiBase: string | undefined): string | null {
  const href = parseAddress(url)?.href;
  const base = publicApiBase ? new URL(publicApiBase).href : specifiedBase.exec(href ?? '')?.[0];
  if (href === undefined || base === undefined || !href.startsWith(`${base}/`)) return null;
  return href.slice(base.length);
}

/**
 * Finds the parameters of a search of the shop in a URL as pages know it.
 *
 * @returns Null for any other URL.
 */
export function findSearchParameters(url: string): URLSearchParams | null {
  const address = parseAddress(url);
  return address?.origin === renderedShopOrigin && address.pathname === searchPath ? address.searchParams : null;
}

/**
 * Finds the address of a call to the backend of a remote.
 *
 * @param backends Origins that the remotes of the composition declare.
 * @param isLocal Whether the shop runs on a developer's machine. Elsewhere an http origin would be a service next to the gateway.
 * @returns The normalized address. Null for any other URL.
 */
export function findBackendAddress(url: string, backends: readonly string[], isLocal: boolean): string | null {
  const address = parseAddress(url);
  if (!address || !backends.includes(address.origin)) return null;
  return isLocal || address.protocol === 'https:' ? address.href : null;
}
