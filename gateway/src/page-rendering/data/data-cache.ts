import { LRUCache } from 'lru-cache';
import type { GatewaySettings } from '../../settings';
import { ForeignUrlError, type ReadData, type StoreApiResponse } from './data-source';
import { fetchStoreApi } from './fetch-store-api';
import { findStoreApiPath } from './store-api-path';

export interface DataCacheOptions {
  settings: Pick<GatewaySettings, 'storeApiUrl' | 'publicApiBase'>;
  /** Receives the error of each call that failed. */
  onError: (error: unknown) => void;
  /** Bytes of all responses in memory. Default: 32 MB. */
  maxBytes?: number;
  /** Gets a resource of the store API. Default: over HTTP. */
  load?: (address: string) => Promise<StoreApiResponse>;
  /** Clock in milliseconds since any fixed moment. Default: `performance.now`. */
  now?: () => number;
}

interface CachedResponse {
  response: StoreApiResponse;
  /** When it was loaded, in milliseconds of the clock. */
  at: number;
}

/** Milliseconds for which a response is fresh. */
const maxAgeMs = 5000;
/** Milliseconds for which a response is served while the store API fails. */
const maxStaleMs = 5 * 60_000;
/** Milliseconds that a page waits for a newer response when an older one is in memory. */
const staleAfterMs = 150;
/** Milliseconds between a failure and the next call. */
const retryAfterMs = 1000;
/** Bytes that an entry needs besides its body, roughly. */
const entryBytes = 500;
const maxFailures = 1000;
/** Calls of the store API at the same time. */
const maxConnections = 100;

/**
 * Creates a cache of public responses of the store API by URL. All pages that need a response share one call. While the store
 * API fails or is slow, pages get the last response.
 */
export function createDataCache(options: DataCacheOptions): ReadData {
  const {
    settings,
    onError,
    maxBytes = 32 * 1024 * 1024,
    load = fetchStoreApi,
    now = () => performance.now(),
  } = options;
  const responses = new LRUCache<string, CachedResponse>({
    maxSize: maxBytes,
    sizeCalculation: ({ response }, path) => entryBytes + path.length + Buffer.byteLength(response.body),
  });
  const failures = new LRUCache<string, { error: unknown; at: number }>({ max: maxFailures });
  const loading = new Map<string, Promise<StoreApiResponse>>();

  const loadOnce = (path: string): Promise<StoreApiResponse> => {
    const started = loading.get(path);
    if (started) return started;
    const failed = failures.get(path);
    if (failed && now() < failed.at + retryAfterMs) return Promise.reject(failed.error);
    if (loading.size >= maxConnections) return Promise.reject(new Error('too many calls of the store API are pending'));
    const request = load(settings.storeApiUrl + path)
      .then(
        (response) => {
          responses.set(path, { response, at: now() });
          failures.delete(path);
          return response;
        },
        (error: unknown) => {
          failures.set(path, { error, at: now() });
          onError(error);
          throw error;
        },
      )
      .finally(() => loading.delete(path));
    loading.set(path, request);
    return request;
  };

  return async (url) => {
    const path = findStoreApiPath(url, settings.publicApiBase);
    if (path === null) throw new ForeignUrlError(`${url} is no address of the store API`);
    const cached = responses.get(path);
    const age = cached ? now() - cached.at : Number.POSITIVE_INFINITY;
    if (cached && age < maxAgeMs) return cached.response;
    if (!cached || age > maxStaleMs) return loadOnce(path);
    return Promise.race([loadOnce(path), delay(staleAfterMs, cached.response)]).catch(() => cached.response);
  };
}

const delay = <Value>(delayMs: number, value: Value): Promise<Value> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(value), delayMs).unref();
  });
