/**
 * What an API may have in addition to the specification. It announces each with a response header that CORS exposes:
 * - `accept-idempotency-key`: it accepts the header Idempotency-Key.
 * - `accept-logout`: it has the call `POST /users/logout`.
 *
 * The gateway reads `accept-search` and `accept-product-dates`: the API has the calls `GET /search` and `GET /product-dates`.
 */
export type AnnouncedFeature = (typeof features)[number];

const features = ['accept-idempotency-key', 'accept-logout'] as const;

const announced = new Set<string>();

/** Records what the headers of a response announce. */
export function recordAnnouncedFeatures(apiBase: string, headers: Headers): void {
  for (const feature of features) if (headers.has(feature)) announced.add(`${feature} ${apiBase}`);
}

/** Whether a response of the API has announced a feature since the page was loaded. */
export const hasAnnouncedFeature = (apiBase: string, feature: AnnouncedFeature): boolean =>
  announced.has(`${feature} ${apiBase}`);
