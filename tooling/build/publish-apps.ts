import path from 'node:path';
import { findCommit, listCommits } from '@shop/release-cli/build/build-for-release';
import { listApps, root } from '@shop/release-cli/build/workspace';
import { openReleaseEnvironment, readReleaseStoreLocation } from '@shop/release-cli/host/open-environment';
import { getLocalUser } from '@shop/release-cli/host/release-host';
import { promote } from '@shop/releases/actions/promote';
import { listReleases } from '@shop/releases/release/list-releases';
import { publish } from '@shop/releases/release/publish';
import { isSameRelease } from '@shop/releases/release/release';
import type { Finding } from '@shop/releases/state/audit-log';
import { getReleases } from '@shop/releases/state/composition';
import type { Environment, LiveState } from '@shop/releases/state/environment';
import { readLiveState } from '@shop/releases/state/live-state';

/**
 * Opens the environment in which local builds go live. The release store must be a folder of this machine.
 *
 * @throws When the release store is an object store.
 */
export async function openLocalEnvironment(): Promise<Environment> {
  if (readReleaseStoreLocation().kind !== 'folder') {
    throw new Error(
      'RELEASE_STORE names an object store, and local builds must not go live for everybody: leave it out, or serve that store with the gateway alone, as platform/deploy/README.md says.',
    );
  }
  return openReleaseEnvironment(process.env.RELEASE_ENV || 'production');
}

/** Apps of one checkout fit together, so no gate runs. The audit log says so. */
const noGates: Finding = {
  gate: 'smoke-test',
  app: 'composition',
  problem: 'npm start makes local builds live without gates',
  remedy: 'promote with npm run release where shoppers get the result',
};

/**
 * Publishes the builds of apps into the release store, and promotes the new ones. A build that was published before is not
 * promoted again: a release manager may have rolled it back or replaced it.
 *
 * @returns The live composition afterwards.
 */
export async function publishApps(environment: Environment, apps = listApps()): Promise<LiveState> {
  const { store } = environment;
  const commit = await findCommit();
  const known = new Map(await Promise.all(apps.map(async (app) => [app, await listReleases(store, app)] as const)));
  const releases = await Promise.all(
    apps.map(async (app) => {
      const appRoot = path.join(root, app);
      return publish(store, { appRoot, commit, commits: await listCommits(appRoot) });
    }),
  );
  const state = await readLiveState(environment);
  const live = new Set(state ? getReleases(state.live).map(({ app }) => app) : []);
  const fresh = releases.filter(
    (release) =>
      !live.has(release.app) || !known.get(release.app)?.some((published) => isSameRelease(published, release)),
  );
  if (state && fresh.length === 0) return state;
  const author = { by: getLocalUser(), reason: 'local build' };
  return promote(environment, fresh, author, { check: async () => [noGates], isForced: true });
}
