import { nextTask } from '../base/next-task';

export type AfterStart = typeof import('./after-start-code');

/**
 * Loads what no first screen needs: prefetching, offline reading, recovery from failures, stored scroll positions, the care for a lost
 * focus and for translated pages, and the check for a new composition. Toasts, the menu and the offer of a language are in the same
 * file, by the name of their chunk.
 */
export async function loadAfterStart(): Promise<AfterStart> {
  // The first call comes from the hydration, which is a long task of its own.
  await nextTask();
  return import(/* webpackChunkName: "after-start" */ './after-start-code');
}

/** Runs code that loads after the start. A page for which it does not load works without it. */
export const afterStart = (run: (code: AfterStart) => void): void => void loadAfterStart().then(run, () => undefined);

/** Runs code that loads after the start. @returns A function that ends what the code has begun, or prevents its start. */
export function untilEnded(begin: (code: AfterStart) => () => void): () => void {
  let end: (() => void) | null | undefined;
  afterStart((code) => {
    if (end !== null) end = begin(code);
  });
  return () => {
    end?.();
    end = null;
  };
}
