/**
 * What an API may have in addition to the specification. It announces each with a response header that CORS exposes:
 * - `accept-idempotency-key`: it accepts the header Idempotency-Key.
 * - `accept-logout`: it has the call `POST /users/logout`.
 * - `accept-order-lines`: `POST /orders` takes `lines` with the size and the colour of each product.
 * - `accept-product-ids`: `GET /products?id=a&id=b` returns exactly these products, at most 100.
 * - `accept-search`: it has the call `GET /search`, which the gateway passes on as `/-/search`.
 *
 * The gateway also reads `accept-product-dates`: the API has the call `GET /product-dates`. The
 * list of orders reads `accept-order-pages`: `GET /orders` takes `page` and `limit`, and sends the number of orders as
 * `x-total-count`.
 */
export type AnnouncedFeature = 'accept-idempotency-key' | 'accept-logout';

/** A wider `AnnouncedFeature` would not be compatible with remotes of other teams. */
const features = [
  'accept-idempotency-key',
  'accept-logout',
  'accept-order-lines',
  'accept-product-ids',
  'accept-search',
] as const;

const announced = new Set<string>();

/** Records what the headers of a response announce. */
export function recordAnnouncedFeatures(apiBase: string, headers: Headers): void {
  for (const feature of features) if (headers.has(feature)) announced.add(`${feature} ${apiBase}`);
}

/** Whether a response of the API has announced a feature since the page was loaded. */
export const hasAnnouncedFeature = (apiBase: string, feature: (typeof features)[number]): boolean =>
  announced.has(`${feature} ${apiBase}`);
