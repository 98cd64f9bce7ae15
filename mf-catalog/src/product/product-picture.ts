import type { Product } from '@shop/api-contract/decoders/product';
import type { PictureProps } from '@shop/ui/picture';

/** The picture that stands for a product: with its encodings when the API knows them, else the bare address. */
export function pictureOf({ image, images }: Product): PictureProps['picture'] {
  const [first] = images;
  return first?.url === image ? first : { url: image };
}
