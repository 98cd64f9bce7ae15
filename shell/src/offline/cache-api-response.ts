import { cacheNames, isPublicApiResponse } from './cache-policy';

/**
 * Caches a response of the store API on the device for offline reading. It caches only what is the same for every
 * shopper. A browser without a cache, or with a full one, works without offline reading.
 */
export async function cacheApiResponse(address: string, body: unknown): Promise<void> {
  if (!isPublicApiResponse(new URL(address)) || !('caches' in window)) return;
  const response = new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
  try {
    await (await caches.open(cacheNames.apiResponses)).put(address, response);
  } catch {
    // Storage is full or blocked. The current page does not need the cache.
  }
}

/**
 * Requests the API responses that a document handed over, unless the device has them, for the pages that show them after a
 * navigation without a document. The document itself serves its own address only.
 *
 * @param addresses URLs of the responses.
 */
export async function cacheMissingApiResponses(addresses: readonly string[]): Promise<void> {
  const cache = await caches.open(cacheNames.apiResponses);
  for (const address of addresses) {
    if (!isPublicApiResponse(new URL(address)) || (await cache.match(address, { ignoreVary: true }))) continue;
    const response = await fetch(address, { headers: { accept: 'application/json' }, credentials: 'include' });
    if (response.ok) await cacheApiResponse(address, await response.json());
  }
}
