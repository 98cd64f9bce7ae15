import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { connectSigner } from '@shop/releases/signer/signer-client';
import { hasTrustedKeys, readTrustedKeys } from '@shop/releases/signing/keys';
import type { Environment } from '@shop/releases/state/environment';
import { parseEnvironmentName } from '@shop/releases/state/environment-name';
import { createReleaseStore } from '@shop/releases/store/create-release-store';
import { readStoreLocation, type StoreLocation } from '@shop/releases/store/store-location';
import { SettingsError } from '@shop/server-settings/read-settings';
import { hasOwnShop } from '../build/workspace';
import { readHostSettings } from './settings';
import { startSigner } from './start-signer';

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

/**
 * Opens an environment of the release store. For a store on this machine, missing keys are created. For another store
 * `RELEASE_KEYS` names the folder of the keys.
 *
 * @param use  `read` needs the public keys only. `sign` adds a signer: that of `RELEASE_SIGNER`, or a process of its own. This
 *   process never loads the signing key.
 * @throws When the name is invalid, or the store, the keys or the signer cannot be used.
 */
export async function openReleaseEnvironment(text: string, use: 'read' | 'sign' = 'sign'): Promise<Environment> {
  const name = parseEnvironmentName(text, 'The environment');
  const location = readReleaseStoreLocation();
  const { keysDir, hasOwnKeysDir, signerSocket } = readHostSettings();
  const isLocal = location.kind === 'folder' && !hasOwnKeysDir && !signerSocket;
  const isKeyMissing = isLocal && !(await hasTrustedKeys(keysDir));
  // The signer may write into the folder and cannot create it. It reports a folder that is missing.
  if (isKeyMissing) await mkdir(keysDir, { recursive: true }).catch(() => undefined);
  const openSigner = () => (signerSocket ? connectSigner(signerSocket) : startSigner(keysDir, isKeyMissing));
  const signer = use === 'sign' || isKeyMissing ? openSigner() : undefined;
  if (isKeyMissing) await signer?.getKeyId();
  const [trusted, store] = await Promise.all([readTrustedKeys(keysDir), createReleaseStore(location)]);
  if (!signer || use !== 'sign') return { store, name, trusted };
  await signer.getKeyId();
  return { store, name, trusted, signer };
}
