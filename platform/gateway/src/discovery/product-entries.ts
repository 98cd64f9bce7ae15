import { setTimeout as delay } from 'node:timers/promises';
import { productPageDecoder } from '@shop/api-contract/decoders/product';
import { productDatesDecoder } from '@shop/api-contract/decoders/product-dates';
import { parseJson } from '@shop/api-contract/decoders/values';
import * as v from 'valibot';
import { fetchData } from '../data/fetch-data';

/** A product in the sitemap. */
export interface ProductEntry {
  id: string;
  /** Time of the last change, ISO 8601. Absent where the store API does not tell it. */
  changedAt?: string;
}

export type ProductEntries = ReturnType<typeof createProductEntries>;

export interface ProductEntriesOptions {
  /** Address of the store API without a trailing slash. */
  storeApiUrl: string;
  /** Receives the message about products that are left out. */
  onError: (error: unknown) => void;
  /** Most products that are read from a store API without dates. Default: 500,000. */
  maxListed?: number;
}

/** Products of one call: as the API announces it, and as the specification limits the list. Specification 9. */
const datesPerCall = 2000;
const productsPerCall = 100;

/**
 * Creates the reader of the products of a store API, for the sitemap. It calls `GET /product-dates` where the store API announces `accept-product-dates`, and else
 * the list of the specification.
 */
export function createProductEntries({ storeApiUrl, onError, maxListed = 500_000 }: ProductEntriesOptions) {
  let hasDates = false;
  const call = async (path: string): Promise<unknown> => {
    const { status, body, announcesProductDates = false } = await fetchData(storeApiUrl + path);
    hasDates = announcesProductDates;
    if (status >= 400) throw new Error(`${storeApiUrl}${path} responds with ${status}`);
    return parseJson(body);
  };
  const readDates = async (query: string) => v.parse(productDatesDecoder, await call(`/product-dates?${query}`));

  async function* listDates() {
    for (let after = ''; ; ) {
      const { data } = await readDates(`limit=${datesPerCall}&after=${encodeURIComponent(after)}`);
      yield data.map(([id, changedAt]): ProductEntry => ({ id, changedAt }));
      if (data.length < datesPerCall) return;
      after = data.at(-1)?.[0] ?? '';
    }
  }

  async function* listProducts(isPaced: boolean) {
    for (let page = 1; ; page++) {
      const startedAt = performance.now();
      const body = await call(`/products?page=${page}&limit=${productsPerCall}`);
      const { products, total } = v.parse(productPageDecoder, body);
      yield products.map(({ id }): ProductEntry => ({ id }));
      if (products.length === 0 || page * productsPerCall >= total) return;
      if (page * productsPerCall >= maxListed) {
        const reason = 'the store API announces no accept-product-dates';
        onError(new Error(`The sitemap lists ${page * productsPerCall} of ${total} products: ${reason}.`));
        return;
      }
      if (isPaced) await delay(performance.now() - startedAt);
    }
  }

  return {
    /** Returns a text that changes with every change of a product. Null: the store API announces no such text. */
    getVersion: async () => {
      if (!hasDates) await call('/storeInfo');
      return hasDates ? (await readDates('limit=1')).version : null;
    },
    /**
     * Lists the products in batches. Several batches may name one product when products change at the same time.
     *
     * @param isPaced Waits between calls, so that a list of another store API takes half of its time at most.
     */
    list: (isPaced: boolean): AsyncGenerator<readonly ProductEntry[]> =>
      hasDates ? listDates() : listProducts(isPaced),
  };
}
