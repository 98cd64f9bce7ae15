import { isRecord, toNumber, toText } from '@shop/api-contract/decoders/values';
import { type CartLine, cartLineKey } from './cart-line';

/** Storage key of the cart. Specification 9. */
export const cartKey = 'cart';

/**
 * Decodes a stored line. Null for an invalid one. Fields that this version does not know stay: a newer version may have written
 * them. The cart is in the first load of every page, without a library of decoders.
 */
function decodeLine(stored: unknown): CartLine | null {
  if (!isRecord(stored)) return null;
  const { selectedSize: size, selectedColor: color, ...others } = stored;
  const [id, name, selectedSize, selectedColor] = [stored.id, stored.name, size, color].map(toText);
  const price = toNumber(stored.price) ?? -1;
  const quantity = toNumber(stored.quantity) ?? 0;
  if (!id || !name || price < 0 || !Number.isSafeInteger(quantity) || quantity < 1) return null;
  return {
    ...others,
    id,
    name,
    image: toText(stored.image),
    price,
    quantity,
    ...(selectedSize && { selectedSize }),
    ...(selectedColor && { selectedColor }),
  };
}

/**
 * Parses the stored cart. It drops invalid lines and duplicates. Corrupt JSON gives an empty cart.
 * Interpretation 21.
 *
 * @param text The stored text, or null when there is none.
 */
export function parseCart(text: string | null): CartLine[] {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
  if (!Array.isArray(stored)) return [];
  const seen = new Set<string>();
  return stored.flatMap((candidate) => {
    const line = decodeLine(candidate);
    const key = line && cartLineKey(line);
    if (!key || seen.has(key)) return [];
    seen.add(key);
    return [line];
  });
}

/** Reads the stored cart. It is empty when the browser refuses storage. */
export function readCart(storage: Storage): CartLine[] {
  try {
    return parseCart(storage.getItem(cartKey));
  } catch {
    return [];
  }
}

/**
 * Parses the cart that another tab has stored.
 *
 * @returns Its lines; null when no line of the text can be read. The lines of this tab are better than none then.
 */
export function parseSharedCart(text: string | null): CartLine[] | null {
  const lines = parseCart(text);
  const isCorrupt = lines.length === 0 && text !== null && text !== '[]';
  return isCorrupt ? null : lines;
}

/** Reads the cart that other tabs may have changed. Null when no line can be read, or when the browser refuses storage. */
export function readSharedCart(storage: Storage): CartLine[] | null {
  try {
    return parseSharedCart(storage.getItem(cartKey));
  } catch {
    return null;
  }
}

/**
 * Saves the cart. When the browser refuses storage, the cart stays in memory until the page closes.
 *
 * @returns False when storage is blocked or full. The shopper cannot change that, and the cart in memory still works.
 */
export function writeCart(storage: Storage, lines: readonly CartLine[]): boolean {
  try {
    storage.setItem(cartKey, JSON.stringify(lines));
    return true;
  } catch {
    return false;
  }
}
