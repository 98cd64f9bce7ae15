import { isPublicAnswer, keptIn } from './kept';

/**
 * Keeps an answer of the store API on the device, for when there is no line; only what is the same for every shopper.
 * A browser that cannot, or will not, goes without.
 */
export async function keepAnswer(address: string, body: unknown): Promise<void> {
  if (!isPublicAnswer(new URL(address)) || !('caches' in window)) return;
  const answer = new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
  try {
    await (await caches.open(keptIn.answers)).put(address, answer);
  } catch {
    // Full or blocked storage: the page in front of the shopper needs nothing of it.
  }
}
