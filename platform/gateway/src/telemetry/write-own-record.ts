import type { ReleaseStore } from '@shop/releases/store/release-store';

/** Replaces an object of the release store that only this gateway writes. @throws When another process has changed it. */
export async function writeOwnRecord(store: ReleaseStore, key: string, record: object): Promise<void> {
  const stored = await store.get(key);
  if (await store.compareAndSwap(key, Buffer.from(JSON.stringify(record)), stored?.tag ?? null)) return;
  throw new Error(`${key} was changed by another process`);
}
