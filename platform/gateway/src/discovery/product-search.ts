import type { ProductSearchQuery } from '@shop/api-contract/schemas/product-search';
import {
  InvalidSearchError,
  parseSearchParameters,
  writeSearchParameters,
} from '@shop/product-search/search-parameters';
import { type DataResponse, fetchData } from '../data/fetch-data';
import { createCachedLoader, type SearchProducts } from '../data/read-data';
import { withTimeout } from '../http/with-timeout';
import type { StoreCatalogClient } from './store-catalog-client';

export interface ProductSearchOptions {
  /** Address of the store API without a trailing slash. */
  storeApiUrl: string;
  catalog: Pick<StoreCatalogClient, 'getProducts' | 'hasSearch'>;
  /** Receives each failure of the store API's own search. */
  onError: (error: unknown) => void;
}

/** No products are known yet. */
export class SearchUnavailableError extends Error {
  override name = 'SearchUnavailableError';
}

/** Bytes of the responses in memory, and calls at the same time, of the store API's own search. */
const maxBytes = 8 * 1024 * 1024;
const maxCalls = 50;
/** Milliseconds that a search waits for the store API, and then for the products of the gateway. nginx waits five seconds. */
const maxStoreApiWaitMs = 2500;
const maxProductsWaitMs = 1500;

const createResponse = (status: number, body: unknown): DataResponse => ({
  status,
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
});

/**
 * Creates the search of the shop. It asks the store API where that announces a search of its own. Otherwise, or when that fails or
 * takes too long, it searches the products that the gateway knows from the list call.
 *
 * @see docs/decisions/0068
 */
export function createProductSearch({ storeApiUrl, catalog, onError }: ProductSearchOptions): SearchProducts {
  const load = async (address: string) => {
    const response = await fetchData(address);
    // 400: the store API refuses a parameter, which is its answer. Anything else is an outage.
    if (response.status !== 200 && response.status !== 400)
      throw new Error(`${storeApiUrl}/search responds with ${response.status}`);
    return response;
  };
  const askStoreApi = createCachedLoader({ onError, load }, maxBytes, maxCalls);

  const searchStoreApi = async (query: ProductSearchQuery): Promise<DataResponse | null> =>
    (await catalog.hasSearch()) ? askStoreApi(`${storeApiUrl}/search?${writeSearchParameters(query)}`) : null;

  return async (parameters) => {
    try {
      const query = parseSearchParameters(parameters);
      const response = await withTimeout(searchStoreApi(query), maxStoreApiWaitMs).catch(() => null);
      if (response) return response;
      const products = await withTimeout(catalog.getProducts(), maxProductsWaitMs).catch(() => null);
      if (!products) throw new SearchUnavailableError('The products of the shop are not known yet.');
      return createResponse(200, await products.search(query));
    } catch (error) {
      if (error instanceof InvalidSearchError) return createResponse(400, { error: error.message });
      throw error;
    }
  };
}
