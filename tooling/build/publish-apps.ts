import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findSources } from '@shop/release-cli/build/build-for-release';
import { listApps, root } from '@shop/release-cli/build/workspace';
import { openReleaseEnvironment, readReleaseStoreLocation } from '@shop/release-cli/host/open-environment';
import { getLocalUser } from '@shop/release-cli/host/release-host';
import { readHostSettings } from '@shop/release-cli/host/settings';
import { promote } from '@shop/releases/actions/promote';
import { listReleases } from '@shop/releases/release/list-releases';
import { publish } from '@shop/releases/release/publish';
import { getReleasePrefix, isSameRelease, type ReleaseId } from '@shop/releases/release/release';
import type { Finding } from '@shop/releases/state/audit-log';
import { getReleases } from '@shop/releases/state/composition';
import type { Environment, LiveState } from '@shop/releases/state/environment';
import { readLiveState } from '@shop/releases/state/live-state';
import { readSettings, textSetting } from '@shop/server-settings/read-settings';

/**
 * Opens the environment in which local builds go live: `RELEASE_ENV`. The release store must be a folder of this machine.
 *
 * @throws When the release store is an object store or a release service.
 */
export async function openLocalEnvironment(): Promise<Environment> {
  const { kind } = readReleaseStoreLocation();
  if (kind !== 'folder') {
    throw new Error(
      kind === 's3'
        ? 'RELEASE_STORE names an object store, and local builds must not go live for every visitor: leave it out, or serve that store with the gateway alone, as platform/deploy/README.md "Without containers" says.'
        : 'RELEASE_STORE names a release service, and local builds must not go live for every visitor: leave it out.',
    );
  }
  const { RELEASE_ENV } = readSettings({ RELEASE_ENV: textSetting('production') }, process.env);
  return openReleaseEnvironment(RELEASE_ENV);
}

/** Apps of one checkout fit together, so no gate runs. The audit log says so. */
const noGates: Finding = {
  gate: 'smoke-test',
  app: 'composition',
  problem: 'npm start makes local builds live without gates',
  remedy: 'promote with npm run release where shoppers get the result',
};

/** What decides whether a build goes live. */
export interface BuildHistory {
  /** Apps that are live. */
  live: ReadonlySet<string>;
  /** Releases of all apps before this build. */
  published: readonly ReleaseId[];
  /** Folder of each app's release of the last build. Apps are missing that were never built here. */
  lastBuilds: Readonly<Record<string, string>>;
}

/**
 * Reports whether a build goes live: one that is new, and an earlier one whose sources are back. An unchanged build stays as it is,
 * because a release manager may have rolled it back or replaced it.
 */
export function isChangedBuild(build: ReleaseId, { live, published, lastBuilds }: BuildHistory): boolean {
  const last = lastBuilds[build.app];
  const isPublished = published.some((release) => isSameRelease(release, build));
  return !live.has(build.app) || !isPublished || (last !== undefined && last !== getReleasePrefix(build));
}

/** Publishes the builds of apps into the release store, and promotes those that changed. @returns The live composition afterwards. */
export async function publishApps(environment: Environment, apps = listApps()): Promise<LiveState> {
  const { store } = environment;
  const published = (await Promise.all(apps.map((app) => listReleases(store, app)))).flat();
  const releases = await Promise.all(
    apps.map(async (app) => {
      const appRoot = path.join(root, app);
      const { commit, commits } = await findSources(appRoot);
      return publish(store, { appRoot, commit, commits });
    }),
  );
  const state = await readLiveState(environment);
  const live = new Set(state ? getReleases(state.live).map(({ app }) => app) : []);
  const lastBuilds = await readLastBuilds(environment.name);
  const changed = releases.filter((release) => isChangedBuild(release, { live, published, lastBuilds }));
  const author = { by: getLocalUser(), reason: 'local build' };
  const after =
    state && changed.length === 0
      ? state
      : await promote(environment, changed, author, { check: async () => [noGates], isForced: true });
  const builds = Object.fromEntries(releases.map((release) => [release.app, getReleasePrefix(release)]));
  await writeLastBuilds(environment.name, { ...lastBuilds, ...builds });
  return after;
}

const getLastBuildsFile = (env: string) => path.join(readHostSettings().dataDir, `local-builds-${env}.json`);

async function readLastBuilds(env: string): Promise<Record<string, string>> {
  try {
    return JSON.parse(await readFile(getLastBuildsFile(env), 'utf8'));
  } catch {
    // Without a readable record, new builds go live only.
    return {};
  }
}

async function writeLastBuilds(env: string, builds: Record<string, string>): Promise<void> {
  const file = getLastBuildsFile(env);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(builds));
}
