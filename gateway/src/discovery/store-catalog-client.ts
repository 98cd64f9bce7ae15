import { productPageDecoder } from '@shop/api-contract/decoders/product';
import { type StoreInfo, storeInfoDecoder } from '@shop/api-contract/decoders/store-info';
import { getOutgoingHeaders } from '@shop/server-runtime/request-scope';
import * as v from 'valibot';
import { createStaleOnError } from './stale-on-error';

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
  /** Receives the error of each call that failed. */
  onError: (error: unknown) => void;
}

/** Largest page of products that the store API returns. Specification 9. */
const pageSize = 100;
/** A sitemap may have 50,000 addresses. Far fewer keep the response fast. */
const maxProducts = 20_000;
/** Milliseconds that one call may take. */
const callTimeoutMs = 5000;

const minuteInMs = 60_000;
const cacheTimes = { maxAgeMs: 5 * minuteInMs, retryAfterMs: 10_000, timeoutMs: 3000 };

/** Creates a client that calls the store API every five minutes at most. While the store API is down, the last values stay. */
export function createStoreCatalogClient({ storeApiUrl, onError }: StoreCatalogClientOptions): StoreCatalogClient {
  const call = async (path: string): Promise<unknown> => {
    const response = await fetch(storeApiUrl + path, {
      headers: getOutgoingHeaders(),
      signal: AbortSignal.timeout(callTimeoutMs),
    });
    if (!response.ok) throw new Error(`${storeApiUrl}${path} responds with ${response.status}`);
    return response.json();
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
  return {
    getStoreInfo: createStaleOnError({ ...cacheTimes, load: loadStoreInfo, onError }),
    getProductIds: createStaleOnError({ ...cacheTimes, load: loadProductIds, onError }),
  };
}
