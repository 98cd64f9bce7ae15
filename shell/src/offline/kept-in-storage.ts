import type { AppState } from '@shop/api-client/app-state';
import { tokenKey } from '@shop/session/token-storage';
import type { AppStore } from '@shop/store/create-app-store';
import { isStaleComposition } from './stale-composition';

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
 *
 * A document that a section loads because the gateway does not know its version any more is loaded without this check: a check there
 * would make the first load larger.
 */
export function isKeptInStorage({ cart, session }: Pick<AppState, 'cart' | 'session'>): boolean {
  const isSessionKept = session.status !== 'signed-in' || readStored(tokenKey) !== null;
  const [shown, stored] = [cart.lines, readStoredLines()].map((lines) => lines.map(describePieces).join());
  return isSessionKept && shown === stored;
}

/** True while the page shows a toast or sends a form. A new document would end both. */
const hasOpenAction = ({ api, notifications }: Pick<AppState, 'api' | 'notifications'>): boolean =>
  notifications.length > 0 || Object.values(api.mutations).some((mutation) => mutation?.status === 'pending');

/** The `checkIsStale` of `reloadDocuments`, for a page whose composition has this sequence number. */
export const checkIsStale = async (seq: number, { getState }: AppStore): Promise<false | (() => boolean)> =>
  (await isStaleComposition(seq)) && (() => !hasOpenAction(getState()) && isKeptInStorage(getState()));
