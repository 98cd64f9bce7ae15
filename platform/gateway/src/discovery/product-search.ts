import {
  InvalidSearchError,
  parseSearchParameters,
  writeSearchParameters,
} from '@shop/product-search/search-parameters';
import { type DataResponse, fetchData } from '../data/fetch-data';
import { createCachedLoader, type SearchProducts } from '../data/read-data';
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

const createResponse = (status: number, body: unknown): DataResponse => ({
  status,
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
});

/**
 * Creates the search of the shop. It asks the store API where that announces a search of its own. Otherwise, or when that fails, it
 * searches the products that the gateway knows from the list call.
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

  return async (parameters) => {
    try {
      const query = parseSearchParameters(parameters);
      if (await catalog.hasSearch()) {
        const response = await askStoreApi(`${storeApiUrl}/search?${writeSearchParameters(query)}`).catch(() => null);
        if (response) return response;
      }
      const products = await catalog.getProducts();
      if (!products) throw new SearchUnavailableError('The products of the shop are not known yet.');
      return createResponse(200, await products.search(query));
    } catch (error) {
      if (error instanceof InvalidSearchError) return createResponse(400, { error: error.message });
      throw error;
    }
  };
}
