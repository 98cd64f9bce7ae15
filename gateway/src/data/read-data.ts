import { createRevalidatingCache } from '../caching/revalidating-cache';
import type { GatewaySettings } from '../settings';
import { type DataResponse, fetchData } from './fetch-data';
import { findStoreApiPath } from './store-api-path';

/**
 * Reads data for a page.
 *
 * @param url Absolute URL as the page knows it.
 * @throws {ForeignUrlError} When the URL is outside of what pages may read.
 * @throws When the API cannot be reached, fails or takes too long.
 */
export type ReadData = (url: string) => Promise<DataResponse>;

/** A page requested a URL outside of what pages may read. */
export class ForeignUrlError extends Error {
  override name = 'ForeignUrlError';
}

export interface DataReaderOptions {
  settings: Pick<GatewaySettings, 'storeApiUrl' | 'publicApiBase'>;
  /** Receives the error of each call that failed. */
  onError: (error: unknown) => void;
  /** Bytes of all responses in memory. Default: 32 MB. */
  maxBytes?: number;
  /** Gets a resource. Default: over HTTP. */
  load?: (address: string) => Promise<DataResponse>;
  /** Clock in milliseconds since any fixed moment. Default: `performance.now`. */
  now?: () => number;
}

/** While the API fails or is slow, pages get the last response. */
const times = { freshMs: 5000, revalidateMs: 0, staleMs: 5 * 60_000, waitMs: 150, retryMs: 1000, failureMs: 1000 };
/** Calls at the same time. */
const maxCalls = 100;

/** Creates the function that reads data for pages. It caches public responses by URL, and all pages share them. */
export function createDataReader(options: DataReaderOptions): ReadData {
  const { settings, onError, maxBytes = 32 * 1024 * 1024, load = fetchData, now } = options;
  const cache = createRevalidatingCache<DataResponse>({
    ...times,
    partitions: { responses: maxBytes },
    getBytes: ({ body }) => Buffer.byteLength(body),
    ...(now && { now }),
  });
  let calls = 0;

  const loadResponse = async (address: string) => {
    if (calls >= maxCalls) throw new Error('too many calls of the store API are pending');
    calls++;
    try {
      return { value: await load(address) };
    } catch (error) {
      onError(error);
      throw error;
    } finally {
      calls--;
    }
  };

  return async (url) => {
    const path = findStoreApiPath(url, settings.publicApiBase);
    if (path === null) throw new ForeignUrlError(`${url} is no address of the store API`);
    const address = settings.storeApiUrl + path;
    return cache.find(address, () => loadResponse(address));
  };
}
