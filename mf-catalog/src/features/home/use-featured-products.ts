import { toApiError } from '@shop/api-client/api-error';
import type { Product } from '@shop/api-contract/decoders/product';
import type { StoreInfo } from '@shop/api-contract/decoders/store-info';
import { categoriesOr, serviceCategories } from '@shop/store-info/categories';
import { useStoreInfo } from '@shop/store-info/use-store-info';
import { useEffect } from 'react';
import { catalogApi } from '../../api/catalog.endpoints';

type FeaturedProductsState = { kind: 'loading' } | { kind: 'empty' } | { kind: 'ready'; products: readonly Product[] };

/**
 * Loads the first products of the first category of store information. The request waits for store information, so that it
 * is sent once and with the right category. A failure is only logged and the list stays empty.
 *
 * @see Specification 4 "Featured products" and 7
 */
export function useFeaturedProducts(): FeaturedProductsState {
  const { kind, info } = useStoreInfo();
  const { currentData, error } = catalogApi.useCatalogFeaturedQuery(getFeaturedCategory(info), {
    skip: kind === 'loading',
  });
  useEffect(() => {
    if (error) console.error('Featured products failed to load:', toApiError(error));
  }, [error]);

  if (currentData && currentData.length > 0) return { kind: 'ready', products: currentData };
  return currentData || error ? { kind: 'empty' } : { kind: 'loading' };
}

/** Returns the category of the featured products: the first one of store information, in lower case. Specification 7. */
export function getFeaturedCategory(info: StoreInfo | undefined): string {
  const [category = ''] = categoriesOr(serviceCategories, info);
  return category.toLowerCase();
}
