import { readTrustedKeys } from '@shop/releases/signing/keys';
import type { TrustedKeys } from '@shop/releases/signing/signed-document';
import { repeat } from '@shop/server-runtime/repeat';

export interface WatchTrustedKeysOptions {
  /** Folder of the keys; the public ones are in its `trusted/`. */
  folder: string;
  interval: number;
  /** Receives an error once when the folder or a key in it cannot be read. The last keys stay trusted. */
  onError: (error: unknown) => void;
}

/**
 * Polls the trusted keys, so that an added key is trusted and a removed key is distrusted without a restart.
 *
 * @returns The keys, in a map that changes in place, and a function that stops the polls.
 * @throws When the folder has no trusted key at the start.
 */
export async function watchTrustedKeys({
  folder,
  interval,
  onError,
}: WatchTrustedKeysOptions): Promise<{ trusted: TrustedKeys; stop: () => Promise<void> }> {
  const trusted = new Map(await readTrustedKeys(folder));
  let lastError = '';

  const poll = async () => {
    try {
      const found = await readTrustedKeys(folder);
      trusted.clear();
      for (const [id, key] of found) trusted.set(id, key);
      lastError = '';
    } catch (error) {
      if (String(error) !== lastError) onError(error);
      lastError = String(error);
    }
  };

  return { trusted, stop: repeat(poll, interval).stop };
}
