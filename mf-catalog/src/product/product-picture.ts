import type { Product } from '@shop/api-contract/decoders/product';
import type { PictureProps } from '@shop/ui/picture';

/** Returns the main picture of a product: with all encodings when the API lists them, else the URL alone. */
export function getMainPicture({ image, images }: Product): PictureProps['picture'] {
  const [first] = images;
  return first?.url === image ? first : { url: image };
}
