import { productPageDecoder } from '@shop/api-contract/decoders/product';
import { type StoreInfo, storeInfoDecoder } from '@shop/api-contract/decoders/store-info';
import * as v from 'valibot';
import { fetchData } from '../data/fetch-data';
import { createRevalidatingCache } from '../data/revalidating-cache';
import { withTimeout } from '../http/with-timeout';

/** The part of the store API that the gateway needs for the sitemap and the web manifest. */
export interface StoreCatalogClient {
  /** Gets the store information; null while the store API has never answered. */
  getStoreInfo: () => Promise<StoreInfo | null>;
  /** Gets the ids of all products, `maxProducts` at most; null while the store API has never answered. */
  getProductIds: () => Promise<readonly string[] | null>;
}

export interface StoreCatalogClientOptions {
  /** Address of the store API without a trailing slash. */
  storeApiUrl: string;
  onError: (error: unknown) => void;
}

/** Largest page of products that the store API returns. Specification 9. */
const pageSize = 100;
/** A sitemap may have 50,000 addresses. Far fewer keep the response fast. */
const maxProducts = 20_000;
/** Milliseconds that a request waits for a load. */
const maxWaitMs = 3000;

const fiveMinutes = 5 * 60_000;
/** While the store API is down, the last values stay. */
const times = {
  freshMs: fiveMinutes,
  revalidateMs: 2 * fiveMinutes,
  staleMs: Number.POSITIVE_INFINITY,
  waitMs: maxWaitMs,
  retryMs: 10_000,
  failureMs: 10_000,
};

/** Creates a client that calls the store API every five minutes at most. */
export function createStoreCatalogClient({ storeApiUrl, onError }: StoreCatalogClientOptions): StoreCatalogClient {
  const call = async (path: string): Promise<unknown> => {
    const { status, body } = await fetchData(storeApiUrl + path);
    if (status >= 400) throw new Error(`${storeApiUrl}${path} responds with ${status}`);
    return JSON.parse(body);
  };
  const loadStoreInfo = async () => v.parse(storeInfoDecoder, await call('/storeInfo'));
  const loadProductIds = async () => {
    const ids = new Set<string>();
    for (let page = 1; page <= maxProducts / pageSize; page++) {
      const { products, total } = v.parse(productPageDecoder, await call(`/products?page=${page}&limit=${pageSize}`));
      for (const { id } of products) ids.add(id);
      if (products.length === 0 || page * pageSize >= total) break;
    }
    return [...ids];
  };
  const remember = <Value>(load: () => Promise<Value>): (() => Promise<Value | null>) => {
    const cache = createRevalidatingCache<Value>({ ...times, partitions: { value: 1024 }, getBytes: () => 1 });
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
  return { getStoreInfo: remember(loadStoreInfo), getProductIds: remember(loadProductIds) };
}
