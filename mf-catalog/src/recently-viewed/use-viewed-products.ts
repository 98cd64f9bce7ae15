import type { Product } from '@shop/api-contract/decoders/product';
import { useEffect, useSyncExternalStore } from 'react';
import { parseViewed, viewedKey, withViewed } from './viewed-products';

const none: readonly Product[] = [];
const listeners = new Set<() => void>();
let known: { text: string | null; products: readonly Product[] } = { text: null, products: none };

/** A browser that refuses storage has looked at nothing. */
function readText(): string | null {
  try {
    return window.localStorage.getItem(viewedKey);
  } catch {
    return null;
  }
}

/** The same list for the same text, as React asks for it. */
function readViewed(): readonly Product[] {
  const text = readText();
  if (text !== known.text) known = { text, products: parseViewed(text) };
  return known.products;
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  // Other tabs.
  window.addEventListener('storage', onChange);
  return () => {
    listeners.delete(onChange);
    window.removeEventListener('storage', onChange);
  };
}

/** Products that were looked at on this device, the last one first, in step between tabs; none on a server. */
export function useViewedProducts(): readonly Product[] {
  return useSyncExternalStore(subscribe, readViewed, () => none);
}

/** Notes that the shopper looks at a product. */
export function useNoteViewed(product: Product): void {
  useEffect(() => {
    try {
      window.localStorage.setItem(viewedKey, withViewed(readViewed(), product));
    } catch {
      // Blocked or full: the shop goes on without this memory.
    }
    for (const onChange of listeners) onChange();
  }, [product]);
}
