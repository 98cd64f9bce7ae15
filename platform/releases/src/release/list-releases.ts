import semver from 'semver';
import type { ReleaseStore } from '../store/release-store';
import { type ReleaseId, releaseFile } from './release';

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
    return digest && semver.valid(version) && version ? [{ app, version, digest }] : [];
  });
  return releases.sort((a, b) => semver.compareBuild(a.version, b.version));
}

/** Parses the version of a release. @throws When the text is no semantic version. @see https://semver.org */
export function parseVersion(text: string, what: string): string {
  if (/^\d\S*$/.test(text) && semver.valid(text)) return text;
  throw new Error(`${what} is ${JSON.stringify(text)}: give a semantic version, such as 1.2.0 or 1.2.0-beta.1.`);
}
