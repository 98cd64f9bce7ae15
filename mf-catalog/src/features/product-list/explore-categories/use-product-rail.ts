import { toApiError } from '@shop/api-client/api-error';
import type { Product } from '@shop/api-contract/decoders/product';
import { useEffect } from 'react';
import { catalogApi, type ProductListQuery } from '../../../api/catalog.endpoints';

export type ProductRailState = { kind: 'loading' } | { kind: 'none' } | { kind: 'ready'; products: readonly Product[] };

/** Two rows of four at most. */
const railLength = 8;

/** The first page of everything. */
export const railQuery: ProductListQuery = { page: 1 };

/**
 * Some products under the category tiles. They are an extra: a failure is logged, and nothing shows.
 *
 * @param isFeatured Shows only the products that are marked as featured.
 */
export function useProductRail(isFeatured: boolean): ProductRailState {
  const { currentData, error } = catalogApi.useCatalogProductsQuery(railQuery);
  useEffect(() => {
    if (error) console.error('Products under the categories failed to load:', toApiError(error));
  }, [error]);

  if (!currentData) return { kind: error ? 'none' : 'loading' };
  const products = currentData.products.filter(({ featured }) => featured || !isFeatured).slice(0, railLength);
  return products.length > 0 ? { kind: 'ready', products } : { kind: 'none' };
}
