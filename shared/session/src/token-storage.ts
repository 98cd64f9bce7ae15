/** Storage key of the token. Specification 9. */
export const tokenKey = 'auth_token';

/**
 * Key of the time of the last sign-out: in localStorage that of the browser, in sessionStorage the last one that the tab has followed.
 * A tab that finds them different clears its session storage.
 */
export const signOutKey = 'signed-out';

/** Storage of the token. When the browser refuses storage, the token lives in memory until the page closes. */
export interface TokenStorage {
  read: () => string | null;
  write: (token: string) => void;
  /** @throws when the browser refuses to remove the token. A reload would find it again. */
  clear: () => void;
}

/**
 * Creates the token storage on a Web Storage area. Every access can throw (blocked cookies, full quota). A copy in memory
 * then takes its place.
 *
 * @param storage `localStorage`, or null where there is none (Node).
 */
export function createTokenStorage(storage: Storage | null): TokenStorage {
  let fallback: string | null = null;
  const attempt = <Result>(access: (area: Storage) => Result): Result | undefined => {
    if (!storage) return undefined;
    try {
      return access(storage);
    } catch {
      return undefined;
    }
  };
  return {
    read: () => attempt((area) => area.getItem(tokenKey)) || fallback,
    write: (token) => {
      const isStored = attempt((area) => {
        area.setItem(tokenKey, token);
        return true;
      });
      fallback = isStored ? null : token;
    },
    clear: () => {
      fallback = null;
      attempt((area) => area.removeItem(tokenKey));
      if (attempt((area) => area.getItem(tokenKey))) throw new Error('The browser refused to remove the token.');
    },
  };
}
