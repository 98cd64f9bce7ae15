import type { AppState } from '@shop/api-client/app-state';
import { tokenKey } from '@shop/session/token-storage';
import type { AppStore } from '@shop/store/create-app-store';
import { isStaleComposition } from '../offline/stale-composition';

/** Specification 9. An import of `cartKey` or `parseCart` would make the first load larger. */
const cartKey = 'cart';

function readStored(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Reads the stored cart without a check of its lines. Corrupt text is an empty cart, as for the page. */
function readStoredLines(): unknown[] {
  try {
    const stored: unknown = JSON.parse(readStored(cartKey) ?? '[]');
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

/** Gives id, size, colour and quantity of a line. Another writer may store other fields, in another order, and numbers as text. */
function describePieces(line: unknown): string {
  const { id, selectedSize, selectedColor, quantity } = (line ?? {}) as Partial<Record<string, string | number | null>>;
  return JSON.stringify([id, selectedSize, selectedColor, quantity].map((value) => String(value ?? '').trim()));
}

/**
 * True when storage has the cart and the session of the page, so that a new document finds them. A browser that blocks storage, or has
 * no space left, keeps them in memory only.
 */
export function isKeptInStorage({ cart, session }: Pick<AppState, 'cart' | 'session'>): boolean {
  const isSessionKept = session.status !== 'signed-in' || readStored(tokenKey) !== null;
  const [shown, stored] = [cart.lines, readStoredLines()].map((lines) => lines.map(describePieces).join());
  return isSessionKept && shown === stored;
}

/** Loads the document of the page again, unless the new document would lack the cart or the session of this one. */
export function reloadIfKept({ getState }: Pick<AppStore, 'getState'>): void {
  if (isKeptInStorage(getState())) window.location.reload();
}

/** The `checkIsStale` of `reloadDocuments`, for a page whose composition has this sequence number. */
export const checkIsStale = async (seq: number, { getState }: AppStore): Promise<false | (() => boolean)> =>
  (await isStaleComposition(seq)) && (() => isKeptInStorage(getState()));
