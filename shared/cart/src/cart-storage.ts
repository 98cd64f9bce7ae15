import { decodeValidItems, isRecord, optionalText, requiredText, toNumber } from '@shop/api-contract/decoders/scalars';
import * as v from 'valibot';
import { type CartLine, cartLineKey } from './cart-line';

/** Storage key of the cart. Specification 9. */
export const cartKey = 'cart';

const option = v.pipe(
  v.optional(optionalText),
  v.transform((text) => text || undefined),
);

const line = v.pipe(
  v.custom<Record<string, unknown>>(isRecord),
  v.transform((stored) => ({ ...stored, price: toNumber(stored.price), quantity: toNumber(stored.quantity) })),
  v.object({
    id: requiredText,
    name: requiredText,
    image: v.optional(optionalText, ''),
    price: v.pipe(v.number(), v.minValue(0)),
    quantity: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
    selectedSize: option,
    selectedColor: option,
  }),
  v.transform(({ selectedSize, selectedColor, ...rest }): CartLine => {
    return { ...rest, ...(selectedSize && { selectedSize }), ...(selectedColor && { selectedColor }) };
  }),
);

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
  return decodeValidItems(line, stored).filter((candidate) => {
    const key = cartLineKey(candidate);
    return !seen.has(key) && seen.add(key);
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
