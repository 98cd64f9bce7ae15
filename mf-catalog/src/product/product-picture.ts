import type { Product } from '@shop/api-contract/decoders/product';
import type { PictureProps } from '@shop/ui/picture';
import drawing from '../pictures/drawings/product-fallback.svg';

/** Returns the main picture of a product: with all encodings when the API lists them, else the URL alone. */
export function getMainPicture({ image, images }: Product): PictureProps['picture'] {
  const [first] = images;
  return first?.url === image ? first : { url: image };
}

/** Replaces the picture of a product when it is missing or fails to load. Specification 2 "Product card". */
export const productFallback = drawing;
