export { cacheApiResponse } from '../offline/cache-api-response';
export { registerServiceWorker } from '../offline/cache-visited-pages';
export { restoreLostFocus } from './focus-restoration';
export { prefetchLikelyScreens, prefetchTarget } from './prefetch';
export { keepScrollPositions, restoreScroll } from './scroll-positions';

/**
 * Asks the gateway whether another composition is live for this visitor.
 *
 * @param seq Sequence number of the page's composition.
 * @throws when the gateway does not answer with JSON.
 */
export async function isStaleComposition(seq: number): Promise<boolean> {
  const response = await fetch('/-/composition', { cache: 'no-store' });
  const answer: unknown = await response.json();
  return typeof answer === 'object' && answer !== null && 'seq' in answer && answer.seq !== seq;
}
