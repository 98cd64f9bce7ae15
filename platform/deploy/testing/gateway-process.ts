import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { S3Settings } from '@shop/releases/store/s3-client';
import { createServerProcess, type ServerProcess } from './server-process';

const root = path.resolve(import.meta.dirname, '../../..');

/** Bundles the gateway as its image does. */
export function bundleGateway(): void {
  execFileSync(process.execPath, ['platform/deploy/bundle-gateway.mjs'], { cwd: root });
}

export interface GatewayProcess extends ServerProcess {
  /** `host:port`. */
  address: string;
  /** @returns Sequence number of the composition that the gateway serves; null while it does not answer. */
  getServedSeq: () => Promise<number | null>;
}

export interface GatewayOptions {
  port: number;
  /** The gateway's own folder for state files and secrets. */
  folder: string;
  /** Settings of an object store. Absent: the folder `releases` of the gateway's own folder. */
  store?: S3Settings;
  /** Further process variables. */
  env?: Record<string, string>;
  /** Folder with the trusted public keys. */
  keys: string;
}

/** Starts a gateway as its image does: from the bundle, with secrets from files. Resolves when the gateway listens. */
export async function startGateway({ port, folder, store, keys, env = {} }: GatewayOptions): Promise<GatewayProcess> {
  mkdirSync(folder, { recursive: true });
  const secret = (name: string, text: string) => {
    const file = path.join(folder, name);
    writeFileSync(file, `${text}\n`, { mode: 0o600 });
    return file;
  };
  const server = createServerProcess({
    command: ['with-secrets.mjs', '../gateway/dist/server.mjs'].map((file) => path.join(root, 'platform/deploy', file)),
    port,
    env: {
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      RELEASE_KEYS: keys,
      ...(store && {
        RELEASE_STORE: `s3://${store.bucket}?endpoint=${store.endpoint}`,
        AWS_ACCESS_KEY_ID_FILE: secret('access-key', store.accessKeyId),
        AWS_SECRET_ACCESS_KEY_FILE: secret('secret-key', store.secretAccessKey),
      }),
      ...env,
    },
  });
  await server.start();
  const address = `127.0.0.1:${port}`;
  return Object.assign(server, { address, getServedSeq: () => readServedSeq(address) });
}

async function readServedSeq(address: string): Promise<number | null> {
  const response = await fetch(`http://${address}/readyz`).catch(() => null);
  const health = (await response?.json().catch(() => null)) as { composition: number | null } | null;
  return health?.composition ?? null;
}
