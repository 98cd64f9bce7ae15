/** Where a shopper wanted to go when sign-in stepped in: all that is needed to go back there. Interpretation 3. */
export interface ReturnTo {
  pathname: string;
  search: string;
  hash: string;
  /** The navigation state of the wanted page: a payment's order id can live there. */
  state: unknown;
}

/** True for a path inside this shop: one `/` that neither `/` nor `\` follows. Anything else could leave the site. */
export function isInsidePath(path: unknown): path is string {
  return typeof path === 'string' && /^\/(?![/\\])/.test(path);
}

/**
 * Reads the return target out of the navigation state that `/login` was opened with.
 *
 * @param state `{ from: ReturnTo }` or `{ from: '/path' }`; anything else, or a path that leaves the shop, means home.
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
  const text = (key: string) => {
    const value: unknown = key in from ? from[key as keyof typeof from] : '';
    return typeof value === 'string' ? value : '';
  };
  return {
    pathname: from.pathname,
    search: text('search'),
    hash: text('hash'),
    state: 'state' in from ? from.state : null,
  };
}
