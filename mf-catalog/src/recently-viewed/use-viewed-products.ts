import { type Product, productDecoder } from '@shop/api-contract/decoders/product';
import { decodeValidItems } from '@shop/api-contract/decoders/scalars';
import { useEffect, useSyncExternalStore } from 'react';

const none: readonly Product[] = [];
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

/** The browser fires 'storage' for changes of other tabs only. A product page leaves out the product that it records itself. */
function subscribe(onChange: () => void): () => void {
  window.addEventListener('storage', onChange);
  return () => window.removeEventListener('storage', onChange);
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
  }, [product]);
}

/** Key in localStorage of the products that were viewed on this device. */
export const viewedProductsKey = 'recently-viewed';

/** Maximum number of stored products. It is higher than the rail is long, because a product page leaves out its own product. */
export const maxViewedProducts = 8;

/**
 * Parses the stored text. Invalid products are dropped. A text that is not a JSON list gives an empty list.
 *
 * @returns Products with id, name and picture. Prices are not stored, because they would be out of date.
 */
export function parseViewedProducts(text: string | null): Product[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(stored) ? decodeValidItems(productDecoder, stored).slice(0, maxViewedProducts) : [];
  } catch {
    return [];
  }
}

/** Returns the text to store after a view of a product. The product becomes the first of the list. */
export function addViewedProduct(viewed: readonly Product[], product: Product): string {
  const others = viewed.filter(({ id }) => id !== product.id);
  const stored = [product, ...others].slice(0, maxViewedProducts).map(({ id, name, image, images }) => {
    return { id, title: name, imgUrl: image, images: images.slice(0, 1) };
  });
  return JSON.stringify(stored);
}
