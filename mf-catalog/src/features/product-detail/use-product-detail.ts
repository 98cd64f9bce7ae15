import { isNotFound } from '@shop/api-client/api-error';
import { productApi } from '@shop/api-client/product-api';
import type { Product } from '@shop/api-contract/decoders/product';

export type ProductDetailState =
  | { kind: 'loading' }
  | { kind: 'missing' }
  | { kind: 'failed'; retry: () => void }
  | { kind: 'ready'; product: Product };

/**
 * Loads one product. An empty response and a 404 give `missing`. Every other error gives `failed`.
 *
 * @param id Product id. An empty id sends no request and gives `missing`.
 * @see Specification 4 "Product page" and 8; Interpretation 30
 */
export function useProductDetail(id: string): ProductDetailState {
  // `currentData` is never the product of the previous id.
  const { currentData, error, isFetching, refetch } = productApi.useProductQuery(id, { skip: id === '' });
  if (currentData) return { kind: 'ready', product: currentData };
  // The server may have rendered the product as missing. The page then requests it again and shows it as missing until the response.
  if (id === '' || currentData === null || isNotFound(error)) return { kind: 'missing' };
  if (isFetching) return { kind: 'loading' };
  return { kind: 'failed', retry: () => void refetch() };
}
