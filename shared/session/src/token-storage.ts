/** The one key of the session. Specification 9. */
export const tokenKey = 'auth_token';

/** Where the token lives. When the browser refuses storage it lives as long as the page. */
export interface TokenStorage {
  read: () => string | null;
  write: (token: string) => void;
  /** @throws when the browser refuses to remove the token: it is still there, and a reload would find it. */
  clear: () => void;
}

/**
 * Wraps a Web Storage area. Every access may throw (blocked cookies, full quota): then a copy in memory serves.
 *
 * @param storage `localStorage`, or null where there is none (Node).
 */
export function createTokenStorage(storage: Storage | null): TokenStorage {
  let copy: string | null = null;
  const attempt = <Result>(access: (area: Storage) => Result): Result | undefined => {
    if (!storage) return undefined;
    try {
      return access(storage);
    } catch {
      return undefined;
    }
  };
  return {
    read: () => attempt((area) => area.getItem(tokenKey)) || copy,
    write: (token) => {
      const isStored = attempt((area) => {
        area.setItem(tokenKey, token);
        return true;
      });
      copy = isStored ? null : token;
    },
    clear: () => {
      copy = null;
      attempt((area) => area.removeItem(tokenKey));
      if (attempt((area) => area.getItem(tokenKey))) throw new Error('the browser refused to remove the token');
    },
  };
}
