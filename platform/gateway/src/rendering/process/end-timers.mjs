import { createHook } from 'node:async_hooks';

/*
 * Ends the timers of a page with the page. A timer of ten minutes would hold the page's Redux store for as long, and the code of
 * a page that has ended would run in a later one.
 *
 * Plain JavaScript, like evaluate-node-bundle.mjs.
 */

const { clearTimeout, clearImmediate, setTimeout, AbortController, DOMException } = globalThis;
const { from } = Array;

/** Timers that were set since the last call of `endTimers`. @type {Set<any>} */
const timers = new Set();

// The hook sees each timer of the process: those of `setTimeout`, of `timers/promises` and of Node itself.
createHook({
  init: (_id, type, _trigger, resource) => {
    if (type === 'Timeout' || type === 'Immediate') timers.add(resource);
  },
}).enable();

/** Ends all timers that were set since the last call of `endTimers` or `keepTimers`. */
export function endTimers() {
  for (const timer of timers) {
    clearTimeout(timer);
    clearImmediate(timer);
  }
  timers.clear();
}

/** Lets all timers run that were set since the last call: modules have set them, and no page. */
export const keepTimers = () => timers.clear();

/*
 * Node holds a signal of these functions, with its listeners, until it is aborted. A signal of a controller is held by its page
 * and its timer only.
 */
AbortSignal.timeout = (milliseconds) => {
  const controller = new AbortController();
  const abort = () => controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  setTimeout(abort, milliseconds).unref();
  return controller.signal;
};
AbortSignal.any = (signals) => {
  const controller = new AbortController();
  const sources = from(signals);
  // Not with the option `signal` of addEventListener: Node keeps what is behind it until a later collection.
  const abort = ({ target }) => {
    for (const source of sources) source.removeEventListener('abort', abort);
    controller.abort(target.reason);
  };
  const aborted = sources.find((source) => source.aborted);
  if (aborted) controller.abort(aborted.reason);
  else for (const source of sources) source.addEventListener('abort', abort);
  return controller.signal;
};
