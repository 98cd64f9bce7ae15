import type { StoreInfo } from '@shop/api-contract/decoders/store-info';
import { categoriesOr, serviceCategories } from '@shop/store-info/categories';

/**
 * Returns the category of the featured products: the first one of store information, in lower case. Specification 7.
 *
 * @param info Store information; undefined when it does not load.
 */
export function getFeaturedCategory(info: StoreInfo | undefined): string {
  const [category = ''] = categoriesOr(serviceCategories, info);
  return category.toLowerCase();
}
