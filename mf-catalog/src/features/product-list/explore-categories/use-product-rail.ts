import { toApiError } from '@shop/api-client/api-error';
import type { Product } from '@shop/api-contract/decoders/product';
import { useEffect } from 'react';
import { catalogApi, popularQuery } from '../../../api/catalog.endpoints';

export type ProductRailState = { kind: 'loading' } | { kind: 'none' } | { kind: 'ready'; products: readonly Product[] };

/** Products in the rail: two rows of four. */
const railLength = 8;

/** Loads products for the rail under the category tiles. The rail is optional: a failure is logged and hides the rail. */
export function useProductRail(isFeatured: boolean): ProductRailState {
  const { currentData, error } = catalogApi.useCatalogProductsQuery(popularQuery);
  useEffect(() => {
    if (error) console.error('Products under the categories failed to load:', toApiError(error));
  }, [error]);

  if (!currentData) return { kind: error ? 'none' : 'loading' };
  const products = currentData.products.filter(({ featured }) => featured || !isFeatured).slice(0, railLength);
  return products.length > 0 ? { kind: 'ready', products } : { kind: 'none' };
}
