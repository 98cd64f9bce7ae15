import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { type CompositionSet, promote } from '@shop/releases/environment/environment';
import { publish } from '@shop/releases/release/publish';
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

/** Folder of the local release store. */
export const releasesRoot = () => path.join(path.resolve(root, process.env.DATA_DIR || '.data'), 'releases');

/** Publishes the builds of all apps into the local release store and makes them live. */
export async function publishApps(apps = listApps()): Promise<CompositionSet> {
  const store = createFileSystemStore(releasesRoot());
  const commit = await currentCommit();
  const releases = await Promise.all(apps.map((app) => publish(store, { appRoot: path.join(root, app), commit })));
  const ids = releases.map(({ app, version, digest }) => ({ app, version, digest }));
  return promote(store, process.env.RELEASE_ENV || 'production', ids);
}
