import type { StoreApiSettings } from '../settings';

/** Any http origin of the local host, on any port. Development servers and local gateways use them. */
const localOrigin = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;

/** Whether a browser origin may call the API. */
export type OriginPolicy = (origin: string | undefined) => boolean;

/**
 * Creates the check for browser origins that may call the API with credentials and that shoppers may return to after a
 * payment: the origin of the shop, and those of the settings. Where the shop itself is on the local host, every origin of the
 * local host may: a deployment on the internet must not trust whatever runs on a shopper's machine.
 */
export function createOriginPolicy({
  allowedOrigins,
  shopUrl,
}: Pick<StoreApiSettings, 'allowedOrigins' | 'shopUrl'>): OriginPolicy {
  const shopOrigin = new URL(shopUrl).origin;
  const isLocalShop = localOrigin.test(shopOrigin);
  const allowed = new Set([shopOrigin, ...allowedOrigins]);
  return (origin) => origin !== undefined && (allowed.has(origin) || (isLocalShop && localOrigin.test(origin)));
}
