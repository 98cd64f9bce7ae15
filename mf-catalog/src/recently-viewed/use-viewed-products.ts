import type { Product } from '@shop/api-contract/decoders/product';
import { useEffect, useSyncExternalStore } from 'react';
import { addViewedProduct, parseViewedProducts, viewedProductsKey } from './viewed-products';

const none: readonly Product[] = [];
const listeners = new Set<() => void>();
let cached: { text: string | null; products: readonly Product[] } = { text: null, products: none };

/** Returns null when the browser blocks storage. */
function readStoredText(): string | null {
  try {
    return window.localStorage.getItem(viewedProductsKey);
  } catch {
    return null;
  }
}

/** Returns the same array for the same text, which useSyncExternalStore requires. */
function readViewedProducts(): readonly Product[] {
  const text = readStoredText();
  if (text !== cached.text) cached = { text, products: parseViewedProducts(text) };
  return cached.products;
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  // The browser fires 'storage' for changes of other tabs only.
  window.addEventListener('storage', onChange);
  return () => {
    listeners.delete(onChange);
    window.removeEventListener('storage', onChange);
  };
}

/** Returns the products that were viewed on this device, the latest first. It follows other tabs. Empty on a server. */
export function useViewedProducts(): readonly Product[] {
  return useSyncExternalStore(subscribe, readViewedProducts, () => none);
}

/** Records that the shopper views a product. */
export function useRecordViewedProduct(product: Product): void {
  useEffect(() => {
    try {
      window.localStorage.setItem(viewedProductsKey, addViewedProduct(readViewedProducts(), product));
    } catch {
      // Storage is blocked or full. The shop works without the list.
    }
    for (const onChange of listeners) onChange();
  }, [product]);
}
