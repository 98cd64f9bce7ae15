/**
 * A request that the API rejects. The message is the response body's `error` field.
 *
 * @param statusCode 400 to 599.
 * @param headers Headers of the response.
 */
export class HttpError extends Error {
  override name = 'HttpError';

  constructor(
    readonly statusCode: number,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }
}
