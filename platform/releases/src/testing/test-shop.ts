import { type PromoteOptions, promote } from '../actions/promote';
import type { Release, ReleaseId } from '../release/release';
import { type AuditLogEntry, readAuditLog } from '../state/audit-log';
import { getReleases } from '../state/composition';
import type { Environment, LiveState } from '../state/environment';
import { readLiveState } from '../state/live-state';
import type { ReleaseStore } from '../store/release-store';
import { publishBuild } from './fake-build';
import { createMemoryStore } from './memory-store';
import { createTestEnvironment, passingGates, testAuthor } from './test-environment';

/** Creates an empty environment with a store in memory. */
export const createEmptyShop = () => createTestEnvironment(createMemoryStore(new Map()));

/** Publishes a small build of an app. A remote owns the path `/<app>`. */
export function publishFake(store: ReleaseStore, app: string, version = '1.0.0'): Promise<Release> {
  const paths: Record<string, string> = app === 'shell' ? {} : { home: `/${app}` };
  return publishBuild(store, { app, version, content: version, paths });
}

/** Promotes releases. The gates pass unless the options have others. */
export const promoteFake = (
  environment: Environment,
  releases: readonly ReleaseId[],
  options: Partial<PromoteOptions> = {},
) => promote(environment, releases, testAuthor, { ...passingGates, ...options });

/** Creates a shop in which the shell and mf-a 1.0.0 are live, and mf-a 2.0.0 is published. */
export async function createShopWithTwoVersions() {
  const environment = createEmptyShop();
  const [shell, versionOne, versionTwo] = await Promise.all([
    publishFake(environment.store, 'shell'),
    publishFake(environment.store, 'mf-a'),
    publishFake(environment.store, 'mf-a', '2.0.0'),
  ]);
  await promoteFake(environment, [shell, versionOne]);
  return { environment, shell, versionOne, versionTwo };
}

/**
 * Creates a shop in which the shell and remotes are live at 1.0.0, and 2.0.0 and 3.0.0 of each are published. The team of an app,
 * such as `team-mf-a`, changes it.
 */
export async function createShopWithTeams<Shop extends Environment>(environment: Shop, remotes: readonly string[]) {
  const publishAll = (version: string) =>
    Promise.all(['shell', ...remotes].map((app) => publishFake(environment.store, app, version)));
  const first = await publishAll('1.0.0');
  const later = [...(await publishAll('2.0.0')), ...(await publishAll('3.0.0'))];
  await promoteFake(environment, first);
  const promoteApp = (app: string, version: string, options: Partial<PromoteOptions> = {}, person = `team-${app}`) => {
    const releases = later.filter((release) => release.app === app && release.version === version);
    return promote(environment, releases, { by: person, reason: `${person} ships` }, { ...passingGates, ...options });
  };
  /** Starts a canary of 2.0.0 at 10 %. */
  const startCanary = (app: string, options: Partial<PromoteOptions> = {}, person?: string) =>
    promoteApp(app, '2.0.0', { canary: { share: 10 }, ...options }, person);
  return { environment, promoteApp, startCanary };
}

/** Reads the live state of an environment. @throws When nothing is live. */
export async function readLive(environment: Parameters<typeof readLiveState>[0]): Promise<LiveState> {
  const state = await readLiveState(environment);
  if (!state) throw new Error(`Nothing is live in ${environment.name}: promote a composition first.`);
  return state;
}

/** @returns The version of each app of a composition. */
export const getVersions = (composition: Parameters<typeof getReleases>[0]) =>
  Object.fromEntries(getReleases(composition).map(({ app, version }) => [app, version]));

/** Reads the audit log of an environment, newest entry first. */
export async function readHistory(environment: Environment): Promise<AuditLogEntry[]> {
  const state = await readLiveState(environment);
  const entries: AuditLogEntry[] = [];
  if (!state) return entries;
  for await (const entry of readAuditLog(environment.store, state.head.log, environment.trusted)) entries.push(entry);
  return entries;
}
