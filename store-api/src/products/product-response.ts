import type { ProductImageJson, ProductJson } from '@shop/api-contract/schemas/product';
import type { StoredProduct } from './products.repository';

/** A stored product as the wire has it: prices in rupees. Specification 3. */
export function createProductResponse(product: StoredProduct, images: ProductImageJson[]): ProductJson {
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
  };
}
