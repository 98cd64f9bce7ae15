/**
 * What an API may have in addition to the specification. It announces each with a response header that CORS exposes:
 * - `accept-idempotency-key`: it accepts the header Idempotency-Key.
 * - `accept-logout`: it has the call `POST /users/logout`.
 * - `accept-product-ids`: `GET /products?id=a&id=b` returns exactly these products, at most 100.
 * - `accept-order-pages`: `GET /orders` takes `page` and `limit`, and sends the number of orders as `x-total-count`.
 *
 * The gateway reads `accept-search`: the API has the call `GET /search`.
 */
export type AnnouncedFeature = (typeof features)[number];

const features = ['accept-idempotency-key', 'accept-logout', 'accept-product-ids', 'accept-order-pages'] as const;

const announced = new Set<string>();

/** Records what the headers of a response announce. */
export function recordAnnouncedFeatures(apiBase: string, headers: Headers): void {
  for (const feature of features) if (headers.has(feature)) announced.add(`${feature} ${apiBase}`);
}

/** Whether a response of the API has announced a feature since the page was loaded. */
export const hasAnnouncedFeature = (apiBase: string, feature: AnnouncedFeature): boolean =>
  announced.has(`${feature} ${apiBase}`);
