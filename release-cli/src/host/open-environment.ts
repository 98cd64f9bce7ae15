import path from 'node:path';
import { ensureKeys, hasTrustedKeys, readSigningKey, readTrustedKeys } from '@shop/releases/signing/keys';
import type { Environment } from '@shop/releases/state/environment';
import { parseEnvironmentName } from '@shop/releases/state/environment-name';
import { createReleaseStore } from '@shop/releases/store/create-release-store';
import { readStoreLocation, type StoreLocation } from '@shop/releases/store/store-location';
import { SettingsError } from '@shop/server-settings/read-settings';
import { hasOwnShop } from '../build/workspace';
import { readHostSettings } from './settings';

/** Location of the release store. @throws When a process variable is invalid or missing; the message names it. */
export function readReleaseStoreLocation(): StoreLocation {
  if (!hasOwnShop) assertShopSettings(process.env);
  return readStoreLocation(process.env, path.join(readHostSettings().dataDir, 'releases'));
}

/** A remote outside this repository has no store and no keys: a default would publish to a store that no shop reads. */
function assertShopSettings({ RELEASE_STORE, RELEASE_KEYS }: NodeJS.ProcessEnv): void {
  const missing = Object.entries({
    RELEASE_STORE: 'the release store of the shop, such as s3://shop-releases',
    RELEASE_KEYS: 'a folder with the trusted keys of the shop in trusted/',
  }).filter(([name]) => !{ RELEASE_STORE, RELEASE_KEYS }[name]?.trim());
  if (missing.length === 0) return;
  throw new SettingsError(missing.map(([name, value]) => `${name} is not set: give ${value}.`).join('\n'));
}

/** Creates the keys of a store on this machine when they are missing. */
async function createMissingKeys(folder: string): Promise<void> {
  try {
    await ensureKeys(folder);
  } catch (error) {
    // The folder may be read-only for this user. Existing public keys are then enough to read.
    if (await hasTrustedKeys(folder)) return;
    const cause = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The release keys cannot be created in ${folder}: name another folder with RELEASE_KEYS (${cause}).`,
    );
  }
}

/**
 * Opens an environment of the release store. For a store on this machine it creates missing keys. For another store
 * `RELEASE_KEYS` names the folder of the keys.
 *
 * @param use  `read` needs the public keys only and does not load the signing key.
 * @throws When the name is invalid, or the store or the keys cannot be used.
 */
export async function openReleaseEnvironment(text: string, use: 'read' | 'sign' = 'sign'): Promise<Environment> {
  const name = parseEnvironmentName(text, 'The environment');
  const location = readReleaseStoreLocation();
  const { keysDir, hasOwnKeysDir } = readHostSettings();
  const isLocal = location.kind === 'folder' && !hasOwnKeysDir;
  if (isLocal && (use === 'sign' || !(await hasTrustedKeys(keysDir)))) await createMissingKeys(keysDir);
  const [trusted, store] = await Promise.all([readTrustedKeys(keysDir), createReleaseStore(location)]);
  return { store, name, trusted, ...(use === 'sign' ? { signingKey: await readSigningKey(keysDir) } : {}) };
}
