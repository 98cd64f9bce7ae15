import type { ReleaseStore } from '../store/release-store';
import { type ReleaseId, releaseFile } from './release';
import { compareVersions } from './version';

/** Names of all apps that have a whole release in the store; the shell comes first. */
export async function listPublishedApps(store: ReleaseStore): Promise<string[]> {
  const keys = await store.list('r/');
  const apps = new Set(keys.flatMap((key) => (key.endsWith(`/${releaseFile}`) ? [key.split('/')[1] ?? ''] : [])));
  return [...apps].sort(
    (one, other) => Number(other === 'shell') - Number(one === 'shell') || one.localeCompare(other),
  );
}

/** Published releases of an app, whole ones only, by version, older ones first. */
export async function listReleases(store: ReleaseStore, app: string): Promise<ReleaseId[]> {
  const keys = await store.list(`r/${app}/`);
  const releases = keys.flatMap((key) => {
    const [, version, digest] = key.match(/^r\/[^/]+\/(.+)-([0-9a-f]{12})\/release\.json$/) ?? [];
    return version && digest ? [{ app, version, digest }] : [];
  });
  return releases.sort((one, other) => compareVersions(one.version, other.version));
}
