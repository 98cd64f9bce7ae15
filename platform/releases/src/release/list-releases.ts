import type { ReleaseStore } from '../store/release-store';
import { type ReleaseId, releaseFile } from './release';
import { compareVersions } from './version';

/** Lists the apps that have a complete release in the store: the shell first, then the remotes by name. */
export async function listPublishedApps(store: ReleaseStore): Promise<string[]> {
  const keys = await store.list('r/');
  const apps = new Set(keys.flatMap((key) => (key.endsWith(`/${releaseFile}`) ? [key.split('/')[1] ?? ''] : [])));
  return [...apps].sort((a, b) => Number(b === 'shell') - Number(a === 'shell') || a.localeCompare(b));
}

/** Lists the complete releases of an app by version, oldest first. */
export async function listReleases(store: ReleaseStore, app: string): Promise<ReleaseId[]> {
  const keys = await store.list(`r/${app}/`);
  const releases = keys.flatMap((key) => {
    const [, version, digest] = key.match(/^r\/[^/]+\/(.+)-([0-9a-f]{12})\/release\.json$/) ?? [];
    return version && digest ? [{ app, version, digest }] : [];
  });
  return releases.sort((a, b) => compareVersions(a.version, b.version));
}
