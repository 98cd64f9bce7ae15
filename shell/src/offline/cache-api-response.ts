import { cacheNames, isPublicApiResponse } from './cache-policy';

/**
 * Keeps an answer of the store API on the device, for when there is no line; only what is the same for every shopper.
 * A browser that cannot, or will not, goes without.
 */
export async function cacheApiResponse(address: string, body: unknown): Promise<void> {
  if (!isPublicApiResponse(new URL(address)) || !('caches' in window)) return;
  const answer = new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
  try {
    await (await caches.open(cacheNames.answers)).put(address, answer);
  } catch {
    // Full or blocked storage: the page in front of the shopper needs nothing of it.
  }
}
