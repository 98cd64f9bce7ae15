/** Any http origin of the local host, at any port: the shells and gateways of developers. */
const localOrigin = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;

/**
 * Says which browser origins may call the API with credentials, and be sent back to after a payment.
 *
 * @param allowedOrigins Origins besides those of the local host, such as `https://shop.example`.
 */
export function createOriginPolicy(allowedOrigins: readonly string[]): (origin: string | undefined) => boolean {
  return (origin) => origin !== undefined && (localOrigin.test(origin) || allowedOrigins.includes(origin));
}
