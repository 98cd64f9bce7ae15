export { registerServiceWorker } from '../offline/cache-visited-pages';
export { recoverRead, startRecovery } from '../offline/recovery';
export { isStaleComposition } from '../offline/stale-composition';
export { restoreLostFocus } from './focus-restoration';
export { prefetchLikelyScreens, prefetchTarget } from './prefetch';
export { keepScrollPositions, restoreScroll } from './scroll-positions';
