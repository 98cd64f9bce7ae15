import type { Product } from '@shop/api-contract/decoders/product';

/**
 * Returns the colour that a picture shows. When all pictures with a colour show the same one, the other pictures show it too.
 *
 * @param url URL of the picture in view.
 * @returns Undefined when the colour is not known, or when the picture shows several.
 */
export function getShownColor({ colorImages = [] }: Pick<Product, 'colorImages'>, url?: string): string | undefined {
  const inPicture = colorImages.filter((image) => image.url === url);
  const [shown, another] = inPicture.length > 0 ? inPicture : colorImages;
  return another ? undefined : shown?.color;
}
