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
