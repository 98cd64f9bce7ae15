import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import type { Socket } from 'node:net';
import path from 'node:path';
import { connectSigner, createSignerClient } from '@shop/releases/signer/signer-client';
import { hasTrustedKeys, readTrustedKeys } from '@shop/releases/signing/keys';
import type { Environment } from '@shop/releases/state/environment';
import { parseEnvironmentName } from '@shop/releases/state/environment-name';
import type { Signer } from '@shop/releases/state/signer';
import { createReleaseStore } from '@shop/releases/store/create-release-store';
import { readStoreLocation, type StoreLocation } from '@shop/releases/store/store-location';
import { SettingsError } from '@shop/server-settings/read-settings';
import { hasOwnShop, loadSignerCode } from '../build/workspace';
import { readHostSettings } from './settings';

/** Node 20 has the permission model as an experiment. */
const permissionFlag = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission';

/**
 * Starts a signer as a process of its own, which ends with this one. It has no variables, may read the folder of the keys only,
 * and starts no processes. Only this process can reach it: the connection has no address. It is started again when it has ended.
 */
export function startSigner(keysDir: string, mayCreateKeys: boolean): Signer {
  const args = [
    permissionFlag,
    '--no-warnings',
    `--allow-fs-read=${keysDir}/*`,
    ...(mayCreateKeys ? [`--allow-fs-write=${keysDir}/*`] : []),
    // Its code comes through stdin, so that it needs no right to read a file of code.
    ...['--input-type=module', '-', keysDir],
    ...(mayCreateKeys ? ['--create-keys'] : []),
  ];
  const start = async (): Promise<Socket> => {
    const code = await loadSignerCode();
    // Detached: Ctrl-C ends this process, which may need one more signature.
    const child = spawn(process.execPath, args, {
      env: {},
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'ignore', 'inherit', 'pipe'],
    });
    const stream = child.stdio[3] as Socket;
    child.on('error', (error) => stream.destroy(error));
    // The pipe breaks when the process ends, which the stream reports.
    child.stdin?.on('error', () => undefined).end(code);
    child.unref();
    return stream;
  };
  const signer = createSignerClient(start);
  // The process starts while this one reads the release store.
  signer.getKeyId().catch(() => undefined);
  return signer;
}

/** Location of the release store. @throws When a process variable is invalid or missing; the message names it. */
export function readReleaseStoreLocation(): StoreLocation {
  if (!hasOwnShop) assertShopSettings(process.env);
  return readStoreLocation(process.env, path.join(readHostSettings().dataDir, 'releases'));
}

/** A remote outside this repository has no store and no keys: a default would publish to a store that no shop reads. */
function assertShopSettings({ RELEASE_STORE, RELEASE_KEYS }: NodeJS.ProcessEnv): void {
  // A release service has the keys.
  if (/^https?:/.test(RELEASE_STORE ?? '')) return;
  const missing = Object.entries({
    RELEASE_STORE: 'the release service of the shop, such as https://releases.example, or its release store',
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
