import { userInfo } from 'node:os';
import path from 'node:path';
import { promote } from '@shop/releases/environment/actions';
import type { LiveState } from '@shop/releases/environment/change-head';
import { publish } from '@shop/releases/release/publish';
import { listApps, root } from './apps';
import { currentCommit } from './current-commit';
import { openReleaseEnvironment } from './release-environment';

/** Publishes the builds of all apps into the local release store and makes them live. */
export async function publishApps(apps = listApps()): Promise<LiveState> {
  const environment = await openReleaseEnvironment(process.env.RELEASE_ENV || 'production');
  const commit = await currentCommit();
  const releases = await Promise.all(
    apps.map((app) => publish(environment.store, { appRoot: path.join(root, app), commit })),
  );
  const ids = releases.map(({ app, version, digest }) => ({ app, version, digest }));
  // What was just built here, from one checkout, needs no gates to fit together.
  return promote(environment, ids, { by: userInfo().username, reason: 'local build' }, { check: async () => [] });
}
