import path from 'node:path';
import { ensureKeys, hasTrustedKeys, readSigningKey, readTrustedKeys } from '@shop/releases/signing/keys';
import type { Environment } from '@shop/releases/state/environment';
import { parseEnvironmentName } from '@shop/releases/state/environment-name';
import { createReleaseStore } from '@shop/releases/store/create-release-store';
import { readStoreLocation } from '@shop/releases/store/store-location';
import { root } from '../build/workspace';

const dataDir = () => path.resolve(root, process.env.DATA_DIR || '.data');

/** Where releases are kept here. @throws A sentence that names the variable that cannot be used. */
export const releaseStoreLocation = () => readStoreLocation(process.env, path.join(dataDir(), 'releases'));

const readKeysFolder = () => path.resolve(root, process.env.RELEASE_KEYS || path.join(dataDir(), 'release-keys'));

/** A store on this machine gets keys of its own when it has none. @throws A sentence when they cannot be made. */
async function makeMissingKeys(folder: string): Promise<void> {
  try {
    await ensureKeys(folder);
  } catch (error) {
    // They are there, where this user may not write: what can be read of them is enough, or is told of.
    if (await hasTrustedKeys(folder)) return;
    const cause = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The keys of releases cannot be made in ${folder}: name another folder with RELEASE_KEYS (${cause}).`,
    );
  }
}

/**
 * Opens an environment of the release store. A store on this machine gets keys of its own, made when there are none; for
 * another one `RELEASE_KEYS` names the folder of its keys.
 *
 * @param use To read it the public keys are enough: the signing key is left alone, and need not be there.
 * @throws A sentence when the name is none, or the store or the keys cannot be used.
 */
export async function openReleaseEnvironment(text: string, use: 'read' | 'sign' = 'sign'): Promise<Environment> {
  const name = parseEnvironmentName(text, 'The environment');
  const location = releaseStoreLocation();
  const keys = readKeysFolder();
  const isOwn = location.kind === 'folder' && !process.env.RELEASE_KEYS;
  if (isOwn && (use === 'sign' || !(await hasTrustedKeys(keys)))) await makeMissingKeys(keys);
  const [trusted, store] = await Promise.all([readTrustedKeys(keys), createReleaseStore(location)]);
  return { store, name, trusted, ...(use === 'sign' ? { signingKey: await readSigningKey(keys) } : {}) };
}
