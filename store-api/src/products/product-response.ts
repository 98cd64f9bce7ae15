import type { ProductImageJson, ProductJson } from '@shop/api-contract/schemas/product';
import type { OtherPrice, StoredProduct } from './products.repository';
import { listSoldChoices } from './sold-choices';

/** Parts of products that lists leave out. */
export interface ProductAdditions {
  /** By the id of the product. */
  otherPrices: ReadonlyMap<string, readonly OtherPrice[]>;
}

/**
 * Creates the JSON of a product. Prices are in rupees. Specification 3, "Product".
 *
 * @param additions For the JSON of a named product, with the additions to the specification.
 */
export function createProductResponse(
  product: StoredProduct,
  images: ProductImageJson[],
  additions?: ProductAdditions,
): ProductJson {
  return {
    id: product.id,
    title: product.title,
    description: product.description,
    imgUrl: images[0]?.url ?? null,
    category: product.category,
    parentCategory: product.parentCategory,
    regularPrice: product.regularPaise / 100,
    discountedPrice: product.discountedPaise === null ? null : product.discountedPaise / 100,
    createdAt: product.createdAt.toISOString(),
    images,
    attributes: product.attributes,
    ...(additions && createAdditions(product, images, additions)),
  };
}

function createAdditions(
  product: StoredProduct,
  images: readonly ProductImageJson[],
  additions: ProductAdditions,
): Pick<ProductJson, 'otherPrices' | 'colorImages' | 'soldChoices'> {
  const otherPrices = additions.otherPrices.get(product.id) ?? [];
  const colorImages = product.colorImages.flatMap(({ color, image }) => {
    const url = images[image]?.url;
    return url === undefined ? [] : [{ color, url }];
  });
  const soldChoices = listSoldChoices(product);
  return {
    ...(otherPrices.length > 0 && {
      otherPrices: otherPrices.map(({ id, title, paise }) => ({ id, title, price: paise / 100 })),
    }),
    ...(colorImages.length > 0 && { colorImages }),
    ...(soldChoices && { soldChoices }),
  };
}
