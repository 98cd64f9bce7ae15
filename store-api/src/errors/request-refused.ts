/**
 * A request that cannot be served as it stands. The message is the one sentence the caller gets in `{ "error": … }`.
 *
 * @param statusCode 400 to 499.
 */
export class RequestRefused extends Error {
  constructor(
    readonly statusCode: number,
    sentence: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(sentence);
  }
}
