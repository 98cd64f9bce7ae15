import { userInfo } from 'node:os';
import path from 'node:path';
import { promote } from '@shop/releases/environment/actions';
import { type LiveState, readState } from '@shop/releases/environment/change-head';
import { appsOf } from '@shop/releases/environment/composition-set';
import { listReleases, publish } from '@shop/releases/release/publish';
import { isSameRelease } from '@shop/releases/release/release';
import { listApps, root } from './apps';
import { currentCommit } from './current-commit';
import { openReleaseEnvironment } from './release-environment';

/**
 * Publishes the builds of all apps into the release store, and makes live what is new. What was published before stays
 * as the release manager left it: taken back, or overtaken.
 */
export async function publishApps(apps = listApps()): Promise<LiveState> {
  const environment = await openReleaseEnvironment(process.env.RELEASE_ENV || 'production');
  const { store } = environment;
  const commit = await currentCommit();
  const known = new Map(await Promise.all(apps.map(async (app) => [app, await listReleases(store, app)] as const)));
  const releases = await Promise.all(apps.map((app) => publish(store, { appRoot: path.join(root, app), commit })));
  const state = await readState(environment);
  const live = new Set(state ? appsOf(state.live).map(({ app }) => app) : []);
  const fresh = releases.filter(
    (release) => !live.has(release.app) || !known.get(release.app)?.some((one) => isSameRelease(one, release)),
  );
  if (state && fresh.length === 0) return state;
  // What was just built here, from one checkout, needs no gates to fit together.
  return promote(environment, fresh, { by: userInfo().username, reason: 'local build' }, { check: async () => [] });
}
