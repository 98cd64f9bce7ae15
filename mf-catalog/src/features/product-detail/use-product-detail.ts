import { isNotFound } from '@shop/api-client/api-error';
import type { Product } from '@shop/api-contract/decoders/product';
import { catalogApi } from '../../api/catalog.endpoints';

export type ProductDetailState =
  | { kind: 'loading' }
  | { kind: 'missing' }
  | { kind: 'failed'; retry: () => void }
  | { kind: 'ready'; product: Product };

/**
 * One product. Nothing returned and a 404 mean that it does not exist; anything else that goes wrong is a failure.
 * Specification 4 "Product page" and 8; Interpretation 30.
 *
 * @param id Without one no call is made, and the product is missing.
 */
export function useProductDetail(id: string): ProductDetailState {
  // currentData: never the product that was shown before.
  const { currentData, error, isFetching, refetch } = catalogApi.useCatalogProductQuery(id, { skip: id === '' });
  if (currentData) return { kind: 'ready', product: currentData };
  if (isFetching) return { kind: 'loading' };
  if (id === '' || currentData === null || isNotFound(error)) return { kind: 'missing' };
  return { kind: 'failed', retry: () => void refetch() };
}
