export type AfterStart = typeof import('./after-start-code');

/**
 * Loads what no first screen needs: prefetching, offline reading, stored scroll positions, the care for a lost focus and the check for
 * a new composition. Toasts, the menu and the offer of a language are in the same file, by the name of their chunk.
 */
export const loadAfterStart = (): Promise<AfterStart> =>
  import(/* webpackChunkName: "after-start" */ './after-start-code');

/** Runs code that loads after the start. A page for which it does not load works without it. */
export const afterStart = (run: (code: AfterStart) => void): void => void loadAfterStart().then(run, () => undefined);
