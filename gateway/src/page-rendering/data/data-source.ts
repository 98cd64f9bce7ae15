/** A response of the store API. */
export interface StoreApiResponse {
  /** Status code, 200 to 499. */
  status: number;
  contentType: string;
  body: string;
}

/**
 * Reads data of the store API for a page.
 *
 * @param url Absolute URL as the page knows it.
 * @throws {ForeignUrlError} When the URL is outside the deployment's store API.
 * @throws When the store API cannot be reached, fails or takes too long.
 */
export type ReadData = (url: string) => Promise<StoreApiResponse>;

/** A page requested a URL outside the deployment's store API. */
export class ForeignUrlError extends Error {
  override name = 'ForeignUrlError';
}
