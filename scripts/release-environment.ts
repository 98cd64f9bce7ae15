import path from 'node:path';
import type { Environment } from '@shop/releases/environment/change-head';
import { readEnvironmentName } from '@shop/releases/environment/environment-name';
import { ensureKeys, readSigningKey, readTrustedKeys } from '@shop/releases/signing/keys';
import { openStore, readStoreLocation } from '@shop/releases/store/open-store';
import { root } from './apps';

const dataDir = () => path.resolve(root, process.env.DATA_DIR || '.data');

/** Where releases are kept here. @throws A sentence that names the variable that cannot be used. */
export const releaseStoreLocation = () => readStoreLocation(process.env, path.join(dataDir(), 'releases'));

/**
 * Opens an environment of the release store to change it. A store on this machine gets keys of its own, made when they
 * are missing; for another one `RELEASE_KEYS` names the folder of its keys.
 *
 * @throws A sentence when the store or the keys cannot be used.
 */
export async function openReleaseEnvironment(text: string): Promise<Environment> {
  const name = readEnvironmentName(text, 'The environment');
  const location = releaseStoreLocation();
  const keys = path.resolve(root, process.env.RELEASE_KEYS || path.join(dataDir(), 'release-keys'));
  if (location.kind === 'folder' && !process.env.RELEASE_KEYS) await ensureKeys(keys);
  const [signingKey, trusted, store] = await Promise.all([
    readSigningKey(keys),
    readTrustedKeys(keys),
    openStore(location),
  ]);
  return { store, name, trusted, signingKey };
}
