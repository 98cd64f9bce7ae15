import type { Product } from '@shop/api-contract/decoders/product';
import { catalogApi } from '../../api/catalog.endpoints';
import { getLastPageBefore } from './pagination/pagination';
import type { ProductListAddress } from './product-list-address';

export type ProductListState =
  | { kind: 'loading' }
  | { kind: 'failed' }
  | { kind: 'empty' }
  /** The page number of the URL is above the last page. */
  | { kind: 'past-last-page'; lastPage: number }
  | ({ kind: 'ready' } & ShownProducts);

interface ShownProducts {
  products: readonly Product[];
  /** The page number of these products. */
  page: number;
  /** Number of products over all pages. */
  total: number;
  /** True while another page loads and these products still show. */
  isUpdating: boolean;
}

/**
 * Loads one page of a category. While another page or sub-category loads, the previous products stay.
 *
 * @see Specification 2 and 4 "Products page"
 */
export function useProductList({ category, parentCategory, page }: ProductListAddress): ProductListState {
  const query = { category, parentCategory, page };
  const { currentData, data, isFetching } = catalogApi.useCatalogProductsQuery(query);
  if (currentData) {
    const lastPage = getLastPageBefore(page, currentData.total);
    if (lastPage !== undefined) return { kind: 'past-last-page', lastPage };
    if (currentData.products.length === 0) return { kind: 'empty' };
    return { kind: 'ready', ...currentData, isUpdating: false };
  }
  if (!isFetching) return { kind: 'failed' };
  return data && data.products.length > 0 ? { kind: 'ready', ...data, isUpdating: true } : { kind: 'loading' };
}

/**
 * Loads the sub-categories of a category. Until they have loaded, or when they fail to load, the result holds only the
 * selected sub-category, so that the list works without them.
 */
export function useSubCategories(category: string, selected: string): readonly string[] {
  const { currentData = [] } = catalogApi.useCatalogSubCategoriesQuery(category);
  return selected === '' || currentData.includes(selected) ? currentData : [selected, ...currentData];
}
