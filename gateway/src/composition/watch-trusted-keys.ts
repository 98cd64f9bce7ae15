import { readTrustedKeys } from '@shop/releases/signing/keys';
import type { TrustedKeys } from '@shop/releases/signing/signed-document';

export interface WatchTrustedKeysOptions {
  /** The folder of keys. */
  folder: string;
  /** Milliseconds between two readings. */
  interval: number;
  /** Told once when the folder cannot be read, or a file in it is no key: the last keys stay. */
  onError: (error: unknown) => void;
}

/**
 * Follows the keys that are trusted: one that is added counts, and one that is taken away does not, without a restart.
 *
 * @returns The keys, which change in place.
 * @throws A sentence when there is none to begin with.
 */
export async function watchTrustedKeys({
  folder,
  interval,
  onError,
}: WatchTrustedKeysOptions): Promise<{ trusted: TrustedKeys; stop: () => void }> {
  const trusted = new Map(await readTrustedKeys(folder));
  let lastTrouble = '';

  const read = async () => {
    try {
      const found = await readTrustedKeys(folder);
      trusted.clear();
      for (const [id, key] of found) trusted.set(id, key);
      lastTrouble = '';
    } catch (error) {
      if (String(error) !== lastTrouble) onError(error);
      lastTrouble = String(error);
    }
  };

  const timer = setInterval(() => void read(), interval);
  return { trusted, stop: () => clearInterval(timer) };
}
