import type { ProductImageJson, ProductJson } from '@shop/api-contract/schemas/product';
import type { OtherPrice, StoredProduct } from './products.repository';

/** Creates the JSON of a product. Prices are in rupees. Specification 3, "Product". */
export function createProductResponse(
  product: StoredProduct,
  images: ProductImageJson[],
  otherPrices: readonly OtherPrice[] = [],
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
    ...(otherPrices.length > 0 && {
      otherPrices: otherPrices.map(({ id, title, paise }) => ({ id, title, price: paise / 100 })),
    }),
  };
}
