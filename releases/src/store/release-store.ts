/** Bytes of an object and the tag of this very version of it. */
export interface StoredObject {
  bytes: Uint8Array;
  /** Changes with every write; opaque. */
  tag: string;
}

/**
 * Where releases live. Everything is written once and never changed, except the few keys that are swapped with
 * `compareAndSwap`. Keys are relative paths of `[A-Za-z0-9._+-]` segments.
 *
 * @see docs/decisions/0004: the release store's layout
 */
export interface ReleaseStore {
  /** The object under a key, or null when there is none. */
  get: (key: string) => Promise<StoredObject | null>;

  /** Writes a key that does not exist yet. False when it exists: nothing was written. */
  putIfAbsent: (key: string, bytes: Uint8Array) => Promise<boolean>;

  /**
   * Replaces the version of a key that `tag` names; a null tag means that the key must not exist.
   * False when another writer came first: nothing was written.
   */
  compareAndSwap: (key: string, bytes: Uint8Array, tag: string | null) => Promise<boolean>;

  /** Keys under a prefix, sorted. A prefix ends with a slash. */
  list: (prefix: string) => Promise<string[]>;

  /** Removes a key; one that does not exist is no error. For garbage collection only. */
  remove: (key: string) => Promise<void>;
}

const segment = /^[A-Za-z0-9][A-Za-z0-9._+-]*$/;

/** Throws when a key could leave its store or mean something else to another back end. */
export function assertKey(key: string): void {
  if (!key.split('/').every((part) => segment.test(part))) throw new Error(`"${key}" is no key of a release store`);
}
