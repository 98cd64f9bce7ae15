import { execFile } from 'node:child_process';
import { userInfo } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { promote } from '@shop/releases/environment/actions';
import type { Environment, LiveState } from '@shop/releases/environment/change-head';
import { publish } from '@shop/releases/release/publish';
import { ensureKeys, readSigningKey, readTrustedKeys } from '@shop/releases/signing/keys';
import { createFileSystemStore } from '@shop/releases/store/file-system-store';
import { listApps, root } from './apps';

/** Commit of the checkout; empty where there is none. */
async function currentCommit(): Promise<string> {
  try {
    return (await promisify(execFile)('git', ['rev-parse', 'HEAD'], { cwd: root })).stdout.trim();
  } catch {
    return '';
  }
}

const dataDir = () => path.resolve(root, process.env.DATA_DIR || '.data');

/** The local release store with keys of its own, made when they are missing. */
async function openEnvironment(): Promise<Environment> {
  const keys = path.resolve(root, process.env.RELEASE_KEYS || path.join(dataDir(), 'release-keys'));
  await ensureKeys(keys);
  const [signingKey, trusted] = await Promise.all([readSigningKey(keys), readTrustedKeys(keys)]);
  const store = createFileSystemStore(path.join(dataDir(), 'releases'));
  return { store, name: process.env.RELEASE_ENV || 'production', trusted, signingKey };
}

/** Publishes the builds of all apps into the local release store and makes them live. */
export async function publishApps(apps = listApps()): Promise<LiveState> {
  const environment = await openEnvironment();
  const commit = await currentCommit();
  const releases = await Promise.all(
    apps.map((app) => publish(environment.store, { appRoot: path.join(root, app), commit })),
  );
  const ids = releases.map(({ app, version, digest }) => ({ app, version, digest }));
  // What was just built here, from one checkout, needs no gates to fit together.
  return promote(environment, ids, { by: userInfo().username, reason: 'local build' }, { check: async () => [] });
}
