import { isNotFound } from '@shop/api-client/api-error';
import { useAppSelector } from '@shop/api-client/app-state';
import { productApi } from '@shop/api-client/product-api';
import type { Product } from '@shop/api-contract/decoders/product';
import { findListedProduct } from '../../api/catalog.endpoints';

export type ProductDetailState =
  | { kind: 'loading' }
  | { kind: 'missing' }
  | { kind: 'failed'; retry: () => void }
  | { kind: 'ready'; product: Product };

/**
 * Loads one product. While it loads, the product of a list in the cache shows. An empty response and a 404 give `missing`.
 * Every other error gives `failed`.
 *
 * @param id Product id. An empty id sends no request and gives `missing`.
 * @see Specification 4 "Product page" and 8; Interpretation 30
 */
export function useProductDetail(id: string): ProductDetailState {
  // `currentData` is never the product of the previous id.
  const { currentData, error, isFetching, refetch } = productApi.useProductQuery(id, { skip: id === '' });
  const listed = useAppSelector((state) => findListedProduct(state, id));
  if (currentData) return { kind: 'ready', product: currentData };
  // The server may have rendered the product as missing. The page then requests it again and shows it as missing until the response.
  if (id === '' || currentData === null || isNotFound(error)) return { kind: 'missing' };
  if (isFetching) return listed ? { kind: 'ready', product: listed } : { kind: 'loading' };
  return { kind: 'failed', retry: () => void refetch() };
}
