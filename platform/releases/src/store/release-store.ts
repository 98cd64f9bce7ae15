export interface StoredObject {
  bytes: Uint8Array;
  /** Identifies this version of the object. Opaque; every write changes it. */
  tag: string;
}

/**
 * The release store. Most objects are immutable. Only a few keys, such as HEAD, change: with `compareAndSwap`. Keys are
 * relative paths of `[A-Za-z0-9._+-]` segments. File systems take segments of 255 characters, and S3 takes keys of 1024.
 *
 * @see docs/decisions/0004: the release store's layout
 */
export interface ReleaseStore {
  /** Reads an object. Resolves to null when the key does not exist. */
  get: (key: string) => Promise<StoredObject | null>;

  /** Writes a key that does not exist yet. Resolves to false, and writes nothing, when the key exists. */
  putIfAbsent: (key: string, bytes: Uint8Array) => Promise<boolean>;

  /**
   * Replaces an object, provided that it still has a tag. A null tag means that the key must not exist.
   * Resolves to false, and writes nothing, when another writer came first.
   */
  compareAndSwap: (key: string, bytes: Uint8Array, tag: string | null) => Promise<boolean>;

  /** Lists the keys that begin with a prefix, sorted. A prefix contains a slash, and may end within a name: `r/shell/1.2.0-`. */
  list: (prefix: string) => Promise<string[]>;

  /** Lists the names of the folders directly in a folder, sorted, without the keys in them. A folder ends with a slash. */
  listFolders: (folder: string) => Promise<string[]>;

  /** Removes a key. A missing key is not an error. For garbage collection and a restore only. */
  remove: (key: string) => Promise<void>;
}

/** Wraps every operation of a store. @param wrap  Gets an operation, and returns what is called in its place. */
export const wrapStore = (
  { get, putIfAbsent, compareAndSwap, list, listFolders, remove }: ReleaseStore,
  wrap: <Parameters extends unknown[], Result>(
    operate: (...parameters: Parameters) => Promise<Result>,
  ) => (...parameters: Parameters) => Promise<Result>,
): ReleaseStore => ({
  get: wrap(get),
  putIfAbsent: wrap(putIfAbsent),
  compareAndSwap: wrap(compareAndSwap),
  list: wrap(list),
  listFolders: wrap(listFolders),
  remove: wrap(remove),
});

export type DocumentReader = Pick<ReleaseStore, 'get'>;

const segment = /^[A-Za-z0-9_][A-Za-z0-9._+-]{0,254}$/;
/** Less than object stores take, because the location of a store may have a prefix. */
const maxKeyLength = 1000;

/** @throws When a prefix contains no slash, or its parts are not parts of a key. */
export function assertPrefix(prefix: string): void {
  const parts = prefix.split('/');
  const isPrefix = parts.length > 1 && parts.every((part, index) => segment.test(part) || (index > 0 && part === ''));
  if (!isPrefix || prefix.includes('//') || prefix.length > maxKeyLength) {
    throw new Error(`"${prefix}" is not a prefix of keys of a release store`);
  }
}

/** @throws When a key could leave its store, is too long, or has another meaning in another kind of store. */
export function assertKey(key: string): void {
  const isKey = key.length <= maxKeyLength && key.split('/').every((part) => segment.test(part));
  if (!isKey) throw new Error(`"${key}" is not a key of a release store`);
}
