import type { Product } from '@shop/api-contract/decoders/product';
import { isRecord } from '@shop/api-contract/decoders/values';
import { useTexts } from '@shop/language/texts';
import { useSyncExternalStore } from 'react';
import { ProductRail } from '../product-rail/product-rail';

const none: readonly Product[] = [];
let cached: { text: string | null; products: readonly Product[] } = { text: null, products: none };

/** Decodes stored products. It loads when a page first finds some on the device. */
let decodeProducts: ((stored: readonly unknown[]) => Product[]) | undefined;
let isLoading = false;
const listeners = new Set<() => void>();

async function loadDecoder(): Promise<void> {
  if (isLoading) return;
  isLoading = true;
  try {
    ({ decodeProducts } = await import(/* webpackChunkName: "decoders" */ '@shop/api-contract/decoders/product'));
    for (const onChange of listeners) onChange();
  } catch {
    // The next render tries again. Without the decoder the page has no list.
  }
  isLoading = false;
}

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
  if (text !== null && !decodeProducts) {
    void loadDecoder();
    return none;
  }
  if (text !== cached.text) cached = { text, products: parseViewedProducts(text) };
  return cached.products;
}

/** The browser fires 'storage' for changes of other tabs only. A product page leaves out the product that it records itself. */
function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  window.addEventListener('storage', onChange);
  return () => {
    listeners.delete(onChange);
    window.removeEventListener('storage', onChange);
  };
}

/** Maximum number of products in the rail. */
const railLength = 6;

/** Shows the products that were viewed on this device, the latest first. It follows other tabs. */
export function ViewedProducts({ except }: { except: string | undefined }) {
  const t = useTexts();
  const viewed = useSyncExternalStore(subscribe, readViewedProducts, () => none);
  const products = viewed.filter(({ id }) => id !== except);
  if (products.length === 0) return null;
  return <ProductRail title={t('Recently viewed')} products={products} length={railLength} />;
}

function storeText(text: string): void {
  try {
    window.localStorage.setItem(viewedProductsKey, text);
  } catch {
    // Storage is blocked or full. The shop works without the list.
  }
}

/** Records that the shopper views a product. */
export function recordViewedProduct(product: Product): void {
  storeText(addViewedProduct(readStoredText(), product));
}

/** Forgets a product. */
export function forgetViewedProduct(id: string): void {
  const text = readStoredText();
  if (text !== null) storeText(JSON.stringify(listOthers(text, id)));
}

/** Key in localStorage of the products that were viewed on this device. */
export const viewedProductsKey = 'recently-viewed';

/** Maximum number of stored products. It is higher than the rail is long, because a product page leaves out its own product. */
export const maxViewedProducts = 8;

/** Parses the stored text. A text that is not a JSON list gives an empty list. */
function parseList(text: string | null): unknown[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

/**
 * Parses the stored text. Invalid products are dropped.
 *
 * @returns Products with id, name and picture. Prices are not stored, because they would be out of date.
 */
function parseViewedProducts(text: string | null): readonly Product[] {
  return decodeProducts?.(parseList(text)).slice(0, maxViewedProducts) ?? none;
}

/** Lists what is stored besides a product. */
const listOthers = (text: string | null, id: string) =>
  parseList(text).filter((stored) => isRecord(stored) && stored.id !== id);

/** Returns the text to store after a view of a product. The product becomes the first of the list. */
export function addViewedProduct(text: string | null, { id, name, image, images }: Product): string {
  const viewed = { id, title: name, imgUrl: image, images: images.slice(0, 1) };
  return JSON.stringify([viewed, ...listOthers(text, id)].slice(0, maxViewedProducts));
}
