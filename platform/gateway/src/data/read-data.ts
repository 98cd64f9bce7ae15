import type { GatewaySettings } from '../settings';
import { type DataResponse, fetchData } from './fetch-data';
import { findBackendAddress, findSearchParameters, findStoreApiPath } from './readable-addresses';
import { createRevalidatingCache } from './revalidating-cache';

/**
 * Reads data for a page.
 *
 * @param url Absolute URL as the page knows it.
 * @param backends Origins of the backends of the composition's remotes, which pages may read besides the store API. Default: none.
 * @throws {ForeignUrlError} When the URL is outside of what pages may read.
 * @throws When the API cannot be reached, fails or takes too long.
 */
export type ReadData = (url: string, backends?: readonly string[]) => Promise<DataResponse>;

/** A page requested a URL outside of what pages may read. */
export class ForeignUrlError extends Error {
  override name = 'ForeignUrlError';
}

export interface DataReaderOptions {
  settings: Pick<GatewaySettings, 'storeApiUrl' | 'publicApiBase' | 'publicUrl'>;
  onError: (error: unknown) => void;
  load?: (address: string) => Promise<DataResponse>;
  /** Answers a search of the shop. Default: pages search nothing. */
  search?: SearchProducts;
}

/**
 * Searches the products of the shop.
 *
 * @returns The response as the gateway sends it: a result, or 400 for parameters that are not valid.
 * @throws {SearchUnavailableError} When no products are known yet.
 */
export type SearchProducts = (parameters: URLSearchParams) => Promise<DataResponse>;

/** Bytes of all responses of the store API in memory. The backends of remotes share a quarter of that. */
const maxBytes = 32 * 1024 * 1024;

/** While an API fails or is slow, pages get the last response. */
const times = { freshMs: 5000, revalidateMs: 0, staleMs: 5 * 60_000, waitMs: 150, retryMs: 1000, failureMs: 1000 };
/** Calls at the same time to the store API, and to the backend of a remote: one that hangs must not hold the calls of others. */
const maxApiCalls = 100;
const maxBackendCalls = 10;

/** Creates the function that reads data for pages. It caches public responses by URL, and all pages share them. */
export function createDataReader(options: DataReaderOptions): ReadData {
  const { settings } = options;
  const api = createCachedLoader(options, maxBytes, maxApiCalls);
  const backend = createCachedLoader(options, maxBytes / 4, maxBackendCalls);
  return async (url, backends = []) => {
    const path = findStoreApiPath(url, settings.publicApiBase);
    if (path !== null) return api(settings.storeApiUrl + path);
    const parameters = options.search ? findSearchParameters(url) : null;
    if (options.search && parameters) return options.search(parameters);
    const address = findBackendAddress(url, backends, settings.publicUrl === undefined);
    if (address === null)
      throw new ForeignUrlError(`${url} is not an address of the store API or of a declared backend`);
    return backend(address);
  };
}

/** Creates a function that loads addresses and caches the responses. @param maxCalls Calls to one origin at the same time. */
export function createCachedLoader(
  { onError, load = fetchData }: Pick<DataReaderOptions, 'onError' | 'load'>,
  bytes: number,
  maxCalls: number,
) {
  const cache = createRevalidatingCache<DataResponse>({
    ...times,
    partitions: { responses: bytes },
    getBytes: ({ body }) => Buffer.byteLength(body),
  });
  const calls = new Map<string, number>();

  const loadResponse = async (address: string) => {
    const { origin } = new URL(address);
    const running = calls.get(origin) ?? 0;
    if (running >= maxCalls) throw new Error(`too many calls of ${origin} are pending`);
    calls.set(origin, running + 1);
    try {
      return { value: await load(address) };
    } catch (error) {
      onError(error);
      throw error;
    } finally {
      const left = (calls.get(origin) ?? 1) - 1;
      if (left > 0) calls.set(origin, left);
      else calls.delete(origin);
    }
  };

  return (address: string) => cache.find(address, () => loadResponse(address));
}
