import { type Product, productDecoder } from '@shop/api-contract/decoders/product';
import { decodeValidItems } from '@shop/api-contract/decoders/scalars';

/** Where this device notes the products that were looked at, the last one first. */
export const viewedKey = 'recently-viewed';

/** Products noted: more than a rail shows, so that one that is left out has a successor. */
export const maxViewed = 8;

/**
 * Reads what is found in storage: unreadable products are dropped, anything that is no list is an empty one.
 *
 * @returns Products as far as they were noted: without prices, which would be old.
 */
export function parseViewed(text: string | null): Product[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(stored) ? decodeValidItems(productDecoder, stored).slice(0, maxViewed) : [];
  } catch {
    return [];
  }
}

/** The text to store when a product is looked at: it comes first, whether it was there or not. */
export function withViewed(before: readonly Product[], product: Product): string {
  const others = before.filter(({ id }) => id !== product.id);
  const noted = [product, ...others].slice(0, maxViewed).map(({ id, name, image, images }) => {
    return { id, title: name, imgUrl: image, images: images.slice(0, 1) };
  });
  return JSON.stringify(noted);
}
