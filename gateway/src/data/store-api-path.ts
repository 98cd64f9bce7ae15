/** Addresses of the store API where the deployment configures none. Specification 7. */
const specifiedBase = /^(?:http:\/\/localhost:8044|https:\/\/api\.[^/?#@]+)\/api\/v1(?=\/)/;

const maxUrlLength = 2000;

/**
 * Finds the path of a call in a URL of the store API as pages know it.
 *
 * @param publicApiBase Address of the store API for browsers; undefined where the specification decides it.
 * @returns The path below the base with its query, such as `/products?page=2`. Null for any other URL.
 */
export function findStoreApiPath(url: string, publicApiBase: string | undefined): string | null {
  if (url.length > maxUrlLength || !URL.canParse(url)) return null;
  // Dot segments are resolved before the base is compared.
  const { href, username, password, hash } = new URL(url);
  if (username || password || hash) return null;
  const base = publicApiBase ? new URL(publicApiBase).href : specifiedBase.exec(href)?.[0];
  if (base === undefined || !href.startsWith(`${base}/`)) return null;
  return href.slice(base.length);
}
