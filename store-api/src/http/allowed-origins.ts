/** Any http origin of the local host, on any port. Development servers and local gateways use them. */
const localOrigin = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;

/**
 * Creates the check for browser origins that may call the API with credentials and that shoppers may return to after a
 * payment.
 *
 * @param allowedOrigins Origins besides those of the local host, for example `https://shop.example`.
 */
export function createOriginPolicy(allowedOrigins: readonly string[]): (origin: string | undefined) => boolean {
  return (origin) => origin !== undefined && (localOrigin.test(origin) || allowedOrigins.includes(origin));
}
