import type { Product } from '@shop/api-contract/decoders/product';
import { catalogApi } from '../../api/catalog.endpoints';
import { countPages } from './pagination/page-window';
import type { ProductListAddress } from './product-list-address';

export type ProductListState =
  | { kind: 'loading' }
  | { kind: 'failed' }
  | { kind: 'empty' }
  /** The page lies past the last one. */
  | { kind: 'past-the-end'; lastPage: number }
  | ({ kind: 'ready' } & ShownProducts);

export interface ShownProducts {
  products: readonly Product[];
  /** The page these products are. */
  page: number;
  /** Products over all pages. */
  total: number;
  /** True while another page is on its way and these still show. */
  isUpdating: boolean;
}

/**
 * One page of a category. While the next page or another sub-category loads, the products that were there stay.
 * Specification 2 and 4 "Products page".
 */
export function useProductList({ category, parentCategory, page }: ProductListAddress): ProductListState {
  const query = { category, parentCategory, page };
  const { currentData, data, isFetching } = catalogApi.useCatalogProductsQuery(query);
  if (currentData) {
    const lastPage = countPages(currentData.total);
    if (lastPage >= 1 && page > lastPage) return { kind: 'past-the-end', lastPage };
    if (currentData.products.length === 0) return { kind: 'empty' };
    return { kind: 'ready', ...currentData, isUpdating: false };
  }
  if (!isFetching) return { kind: 'failed' };
  return data && data.products.length > 0 ? { kind: 'ready', ...data, isUpdating: true } : { kind: 'loading' };
}
