import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The class `AsyncLocalStorage` of bundles. Node 20 calls a method of each storage with every promise and timer of the process, and a
 * page could replace that method in an object or a class of its own.
 */
export class PageStorage {
  /** @type {AsyncLocalStorage<unknown>} */
  #storage;

  /** @param {ConstructorParameters<typeof AsyncLocalStorage>} options */
  constructor(...options) {
    this.#storage = Object.preventExtensions(new AsyncLocalStorage(...options));
  }

  static bind = AsyncLocalStorage.bind;
  static snapshot = AsyncLocalStorage.snapshot;

  get name() {
    return Reflect.get(this.#storage, 'name');
  }

  getStore() {
    return this.#storage.getStore();
  }

  /** @param {unknown} store */
  enterWith(store) {
    this.#storage.enterWith(store);
  }

  disable() {
    this.#storage.disable();
  }

  /**
   * @param {unknown} store
   * @param {(...args: unknown[]) => unknown} work
   * @param {unknown[]} args
   */
  run(store, work, ...args) {
    return this.#storage.run(store, work, ...args);
  }

  /**
   * @param {(...args: unknown[]) => unknown} work
   * @param {unknown[]} args
   */
  exit(work, ...args) {
    return this.#storage.exit(work, ...args);
  }
}
Object.defineProperty(PageStorage, 'name', { value: 'AsyncLocalStorage' });
