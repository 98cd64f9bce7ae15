import { productPageDecoder } from '@shop/api-contract/decoders/product';
import { type StoreInfo, storeInfoDecoder } from '@shop/api-contract/decoders/store-info';
import { parseJson } from '@shop/api-contract/decoders/values';
import { createProductIndex, maxIndexedProducts, type ProductIndex } from '@shop/product-search/product-index';
import * as v from 'valibot';
import { fetchData } from '../data/fetch-data';
import { createRevalidatingCache } from '../data/revalidating-cache';
import { withTimeout } from '../http/with-timeout';

/** The part of the store API that the gateway needs for the sitemap, the web manifest and the search. */
export interface StoreCatalogClient {
  /** Gets the store information; null while the store API has never answered. */
  getStoreInfo: () => Promise<StoreInfo | null>;
  /** Gets the products of the store, `maxIndexedProducts` at most; null while the store API has never answered. */
  getProducts: () => Promise<ProductIndex | null>;
  /** Tells whether the store API announces a search of its own. */
  hasSearch: () => Promise<boolean>;
}

export interface StoreCatalogClientOptions {
  /** Address of the store API without a trailing slash. */
  storeApiUrl: string;
  onError: (error: unknown) => void;
}

/** Largest page of products that the store API returns. Specification 9. */
const pageSize = 100;
/** Milliseconds that a request waits for a load. */
const maxWaitMs = 3000;

const fiveMinutes = 5 * 60_000;
/** While the store API is down, the last values stay. */
const times = {
  freshMs: fiveMinutes,
  staleMs: Number.POSITIVE_INFINITY,
  waitMs: maxWaitMs,
  retryMs: 10_000,
  failureMs: 10_000,
};

/** Creates a client that calls the store API every five minutes at most. */
export function createStoreCatalogClient({ storeApiUrl, onError }: StoreCatalogClientOptions): StoreCatalogClient {
  let isSearchAnnounced = false;
  const call = async (path: string): Promise<unknown> => {
    const { status, body, announcesSearch = false } = await fetchData(storeApiUrl + path);
    if (status >= 400) throw new Error(`${storeApiUrl}${path} responds with ${status}`);
    isSearchAnnounced = announcesSearch;
    return parseJson(body);
  };
  const loadStoreInfo = async () => v.parse(storeInfoDecoder, await call('/storeInfo'));
  async function* listProducts() {
    for (let page = 1; page <= maxIndexedProducts / pageSize; page++) {
      const body = await call(`/products?page=${page}&limit=${pageSize}`);
      const { products, total } = v.parse(productPageDecoder, body);
      yield { products: (body as { data: unknown[] }).data, total };
      if (products.length === 0 || page * pageSize >= total) break;
    }
  }
  const loadProducts = async () => {
    const index = await createProductIndex(listProducts());
    const left = index.total - maxIndexedProducts;
    if (left > 0 && !isSearchAnnounced)
      onError(
        new Error(`${left} of ${index.total} products are left out of the search, which holds ${maxIndexedProducts}`),
      );
    return index;
  };
  const remember = <Value>(load: () => Promise<Value>, revalidateMs: number): (() => Promise<Value | null>) => {
    const cache = createRevalidatingCache<Value>({
      ...times,
      revalidateMs,
      partitions: { value: 1024 },
      getBytes: () => 1,
    });
    const loadValue = async () => {
      try {
        return { value: await load() };
      } catch (error) {
        onError(error);
        throw error;
      }
    };
    return () => withTimeout(cache.find('', loadValue), maxWaitMs).catch(() => null);
  };
  const getStoreInfo = remember(loadStoreInfo, 2 * fiveMinutes);
  return {
    getStoreInfo,
    // A large catalogue takes many calls: no request waits for it when there is an earlier one.
    getProducts: remember(loadProducts, Number.POSITIVE_INFINITY),
    hasSearch: async () => {
      await getStoreInfo();
      return isSearchAnnounced;
    },
  };
}
