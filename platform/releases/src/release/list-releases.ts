import semver from 'semver';
import type { ReleaseStore } from '../store/release-store';
import { type ReleaseId, releaseFile } from './release';

/** Lists the apps that have files of a release in the store: the shell first, then the remotes by name. */
export async function listPublishedApps(store: ReleaseStore): Promise<string[]> {
  const apps = await store.listFolders('r/');
  return apps.sort((a, b) => Number(b === 'shell') - Number(a === 'shell') || a.localeCompare(b));
}

/** Parses the name of the folder of a release, such as `1.2.0-0123456789ab`. @returns Null for another name. */
export function parseReleaseFolder(app: string, folder: string): ReleaseId | null {
  const [, version, digest] = folder.match(/^(.+)-([0-9a-f]{12})$/) ?? [];
  return digest && version && semver.valid(version) ? { app, version, digest } : null;
}

/** Compares releases by version, oldest first. */
export const compareReleases = (a: ReleaseId, b: ReleaseId): number => semver.compareBuild(a.version, b.version);

/**
 * Lists the complete releases of an app by version, oldest first.
 *
 * @param version  Only releases of this version. The store then lists no other ones.
 */
export async function listReleases(store: ReleaseStore, app: string, version?: string): Promise<ReleaseId[]> {
  const prefix = `r/${app}/`;
  const keys = await store.list(version === undefined ? prefix : `${prefix}${version}-`);
  const releases = keys.flatMap((key) => {
    const [folder = '', file, ...rest] = key.slice(prefix.length).split('/');
    const release = file === releaseFile && rest.length === 0 ? parseReleaseFolder(app, folder) : null;
    return release && (version === undefined || release.version === version) ? [release] : [];
  });
  return releases.sort(compareReleases);
}

/** Parses the version of a release. @throws When the text is not a semantic version. @see https://semver.org */
export function parseVersion(text: string, what: string): string {
  // The name of a release, `app@version`, has 200 characters at most, and an app has 80.
  if (text.length > 119) throw new Error(`${what} has ${text.length} characters: write 119 at most.`);
  if (/^\d\S*$/.test(text) && semver.valid(text)) return text;
  throw new Error(`${what} is ${JSON.stringify(text)}: give a semantic version, such as 1.2.0 or 1.2.0-beta.1.`);
}
