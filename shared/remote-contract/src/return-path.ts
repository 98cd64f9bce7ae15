/** The page that the shopper opened before the redirect to sign-in. Interpretation 3. */
export interface ReturnTo {
  pathname: string;
  search: string;
  hash: string;
  /** Navigation state of that page. It can hold the order id of a payment. */
  state: unknown;
}

/**
 * True for a path inside this shop: one `/` without a `/` or `\` after it. Any other text could lead to another site. Browsers
 * drop tabs and line breaks, so a path with one could become `//`. They also resolve `..`, so `/..//host` becomes `//host`.
 */
export function isInsidePath(path: unknown): path is string {
  if (typeof path !== 'string' || !/^\/(?![/\\])[^\t\n\r]*$/.test(path)) return false;
  return !new URL(path, 'https://shop.invalid').pathname.startsWith('//');
}

/**
 * Reads the return target from the navigation state of `/login`.
 *
 * @param state `{ from: ReturnTo }` or `{ from: '/path' }`.
 * @returns Home for any other state, and for a path that leaves the shop.
 * @example readReturnTo({ from: '/orders?page=2' }) // { pathname: '/orders', search: '?page=2', hash: '', state: null }
 */
export function readReturnTo(state: unknown): ReturnTo {
  const home: ReturnTo = { pathname: '/', search: '', hash: '', state: null };
  if (typeof state !== 'object' || state === null || !('from' in state)) return home;
  const { from } = state;
  if (isInsidePath(from)) {
    const url = new URL(from, 'https://shop.invalid');
    return { pathname: url.pathname, search: url.search, hash: url.hash, state: null };
  }
  if (typeof from !== 'object' || from === null || !('pathname' in from) || !isInsidePath(from.pathname)) return home;
  const readText = (key: string) => {
    const value: unknown = key in from ? from[key as keyof typeof from] : '';
    return typeof value === 'string' ? value : '';
  };
  return {
    pathname: from.pathname,
    // The router throws for a query with a hash in it.
    search: readText('search').replace(/#.*$/s, ''),
    hash: readText('hash'),
    state: 'state' in from ? from.state : null,
  };
}
