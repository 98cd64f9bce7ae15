import { productPageDecoder } from '@shop/api-contract/decoders/product';
import { type StoreInfo, storeInfoDecoder } from '@shop/api-contract/decoders/store-info';
import * as v from 'valibot';
import { createStaleOnError } from './stale-on-error';

/** What the gateway itself knows of the store: enough to be found, nothing that a page shows. */
export interface StoreCatalogClient {
  /** Store information; null while the store API has never answered. */
  storeInfo: () => Promise<StoreInfo | null>;
  /** Ids of all products, `maxProducts` at most; null while the store API has never answered. */
  productIds: () => Promise<readonly string[] | null>;
}

export interface StoreCatalogClientOptions {
  /** Base of the store API, without a slash at the end. */
  storeApiUrl: string;
  onError: (error: unknown) => void;
}

/** Products a page of the list, as many as the specification ever asks for. Specification 9. */
const pageSize = 100;
/** A sitemap holds 50,000 addresses at most; far below that one answer stays quick. */
const maxProducts = 20_000;

const minute = 60_000;
const timing = { maxAge: 5 * minute, retryAfter: 10_000 };
/** Milliseconds a call may take. */
const timeout = 5000;

/** Asks the store API what it sells, at most every five minutes; while it is down the last answers stay. */
export function createStoreCatalogClient({ storeApiUrl, onError }: StoreCatalogClientOptions): StoreCatalogClient {
  const call = async (path: string): Promise<unknown> => {
    const response = await fetch(storeApiUrl + path, { signal: AbortSignal.timeout(timeout) });
    if (!response.ok) throw new Error(`${storeApiUrl}${path} answers ${response.status}`);
    return response.json();
  };
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
    storeInfo: createStaleOnError({
      ...timing,
      load: async () => v.parse(storeInfoDecoder, await call('/storeInfo')),
      onError,
    }),
    productIds: createStaleOnError({ ...timing, load: loadProductIds, onError }),
  };
}
