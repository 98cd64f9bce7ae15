/** One value in the browser's storage. Neither function throws: without storage, nothing is read and nothing is stored. */
export interface StoredValue<Value> {
  /** Null when storage has no valid value. */
  read: () => Value | null;
  /** Null deletes the value. */
  write: (value: Value | null) => void;
}

/**
 * Creates the access to one value in the browser's storage.
 *
 * @param getStorage Returns the storage. It is called at each access, because a browser may refuse it with an exception.
 * @param parse Reads parsed JSON. Returns null for an invalid value.
 * @example const draft = createStoredValue(() => window.sessionStorage, 'draft', (stored) => (isRecord(stored) ? stored : null));
 */
export function createStoredValue<Value>(
  getStorage: () => Storage,
  key: string,
  parse: (stored: unknown) => Value | null,
): StoredValue<Value> {
  return {
    read: () => {
      try {
        return parse(JSON.parse(getStorage().getItem(key) ?? 'null'));
      } catch {
        return null;
      }
    },
    write: (value) => {
      try {
        if (value === null) getStorage().removeItem(key);
        else getStorage().setItem(key, JSON.stringify(value));
      } catch {
        // Storage is blocked or full. The page itself still holds the value.
      }
    },
  };
}
