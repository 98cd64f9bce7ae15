import { AsyncResource, createHook } from 'node:async_hooks';
import crypto from 'node:crypto';
import timersModule from 'node:timers';
import timersPromises from 'node:timers/promises';
import { promisify } from 'node:util';

/*
 * Ends the timers of a page, and the callbacks of its work in threads, with the page. A timer of ten minutes would hold the page's
 * Redux store for as long, and the code of a page that has ended would run in a later one.
 */

const { clearTimeout, clearImmediate, setTimeout, setInterval, setImmediate, AbortController, DOMException } =
  globalThis;
const { from } = Array;
const { apply } = Reflect;
const { getPrototypeOf } = Object;

/** Prototypes of Node's timers. Pages get none of them. */
export const timerPrototypes = [setTimeout(() => {}), setImmediate(() => {})].map((timer) => {
  clearTimeout(timer);
  clearImmediate(timer);
  return getPrototypeOf(timer);
});

/** Timers that were set since the last call of `endTimers`. @type {Set<any>} */
const timers = new Set();

/** The call that is running. */
let call = { isEnded: false };

// The hook sees each timer of the process: those of `setTimeout`, of `timers/promises` and of Node itself. A page can create a
// resource of any type.
createHook({
  init: (_id, type, _trigger, resource) => {
    if ((type === 'Timeout' || type === 'Immediate') && timerPrototypes.includes(getPrototypeOf(resource))) {
      timers.add(resource);
    }
  },
}).enable();

/** Ends all timers and callbacks of threads that began since the last call of `endTimers` or `keepTimers`. */
export function endTimers() {
  for (const timer of timers) {
    clearTimeout(timer);
    clearImmediate(timer);
  }
  call.isEnded = true;
  keepTimers();
}

/** Lets all timers and callbacks run that began since the last call: modules have begun them, and no page. */
export function keepTimers() {
  timers.clear();
  call = { isEnded: false };
}

/** Returns the timer of Node, and the argument when it is the id of one. @type {(timer: unknown) => any} */
let unwrap;

/**
 * A timer as pages see it. That of Node leads to the timers of others and, from Node 24 on, to the storage of the data of calls, and
 * a page could change it so that `endTimers` does not end it.
 */
class Timer {
  /** @type {any} */
  #timer;

  /**
   * @param {(...args: any[]) => object} set Sets a timer of Node.
   * @param {unknown} callback
   * @param {unknown[]} args What `set` gets besides the callback.
   */
  constructor(set, callback, args) {
    // Node rejects what is no function.
    const run =
      typeof callback === 'function' && ((/** @type {unknown[]} */ ...values) => apply(callback, this, values));
    this.#timer = set(run || callback, ...args);
  }

  static {
    unwrap = (timer) => {
      if (typeof timer === 'object' && timer !== null) return #timer in timer ? timer.#timer : undefined;
      return timer;
    };
    // A page that had this class could pass a function to it that returns an object in place of a timer.
    Object.defineProperty(Timer.prototype, 'constructor', { value: Object });
  }

  ref() {
    this.#timer.ref();
    return this;
  }

  unref() {
    this.#timer.unref();
    return this;
  }

  hasRef() {
    return this.#timer.hasRef();
  }

  refresh() {
    this.#timer.refresh();
    return this;
  }

  close() {
    clearTimeout(this.#timer);
    clearImmediate(this.#timer);
    return this;
  }

  [Symbol.dispose]() {
    this.close();
  }

  [Symbol.toPrimitive]() {
    return Number(this.#timer);
  }
}

/**
 * @param {(...args: any[]) => object} set
 * @param {((...args: any[]) => unknown) | undefined} promised What `promisify` returns for the function.
 */
function wrapSet(set, promised) {
  const wrapped = (/** @type {unknown} */ callback, /** @type {unknown[]} */ ...args) => new Timer(set, callback, args);
  if (promised) Object.defineProperty(wrapped, promisify.custom, { value: promised, enumerable: true });
  return wrapped;
}
const clearTimer = (/** @type {unknown} */ timer) => clearTimeout(unwrap(timer));

const functions = {
  setTimeout: wrapSet(setTimeout, timersPromises.setTimeout),
  setInterval: wrapSet(setInterval, undefined),
  setImmediate: wrapSet(setImmediate, timersPromises.setImmediate),
  clearTimeout: clearTimer,
  clearInterval: clearTimer,
  clearImmediate: (/** @type {unknown} */ timer) => clearImmediate(unwrap(timer)),
};
for (const target of [globalThis, timersModule]) Object.assign(target, functions);
// These take any object as a timer, and put it into the lists of Node.
for (const name of ['active', 'enroll', 'unenroll', '_unrefActive']) Reflect.deleteProperty(timersModule, name);

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

/**
 * Returns a callback that runs in its own storage, without the object `this` of Node, and not after the call that has begun it.
 *
 * @param {(...args: any[]) => unknown} callback
 */
function endWithCall(callback) {
  const begun = call;
  return AsyncResource.bind((/** @type {unknown[]} */ ...args) => {
    if (!begun.isEnded) callback(...args);
  });
}

/**
 * Replaces the functions of an object that begin with a lower-case letter.
 *
 * @param {any} target
 * @param {(original: Function) => Function} wrap
 */
function wrapFunctions(target, wrap) {
  for (const name of Object.keys(target).filter((key) => /^[a-z]/.test(key))) {
    const { value, ...descriptor } = Object.getOwnPropertyDescriptor(target, name) ?? {};
    if (typeof value !== 'function') continue;
    // `promisify` reads symbols of a function. Its prototype leads to the function.
    const { prototype: _, ...descriptors } = Object.getOwnPropertyDescriptors(value);
    const wrapped = Object.defineProperties(wrap(value), descriptors);
    Object.defineProperty(target, name, { ...descriptor, value: wrapped });
  }
}
wrapFunctions(crypto, (original) => (/** @type {any[]} */ ...args) => {
  const last = args.length - 1;
  if (typeof args[last] === 'function') args[last] = endWithCall(args[last]);
  return original(...args);
});
wrapFunctions(
  getPrototypeOf(crypto.webcrypto.subtle),
  (original) =>
    /** @type {(this: unknown, ...args: unknown[]) => unknown} */
    function (...args) {
      return new Promise((resolve, reject) => {
        apply(original, this, args).then(endWithCall(resolve), endWithCall(reject));
      });
    },
);
