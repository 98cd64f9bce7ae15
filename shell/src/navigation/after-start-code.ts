// The build emits the files that documents link to. Their addresses are in this chunk, so that no first load has them.
import '../document/font-files';
import '../document/icon-files';

export { tolerateMovedNodes } from '../browser/tolerate-moved-nodes';
export { registerServiceWorker } from '../offline/cache-visited-pages';
export { checkIsStale } from '../offline/kept-in-storage';
export { recoverRead, startRecovery } from '../offline/recovery';
export { waitUntilBelow } from '../slots/late-slot';
export { restoreLostFocus } from './focus-restoration';
export { confirmLanguageChange } from './language-change';
export { prefetchLikelyScreens, prefetchTarget } from './prefetch';
export { keepScrollPositions, restoreScroll } from './scroll-positions';
