import { listReleases } from '@shop/releases/release/list-releases';
import type { ReleaseId } from '@shop/releases/release/release';
import { assertNotBeingRemoved } from '@shop/releases/release/removal-marker';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import { parseAppVersion } from '../cli/parse-values';

const maxListedVersions = 5;

/**
 * Finds a published release by `app@version`.
 *
 * @throws {UsageError} When the text is not `app@version`.
 * @throws When the release is not published (the message lists the newest published versions), or while gc removes it.
 * @example await findPublishedRelease(store, 'mf-catalog@1.2.0');
 */
export async function findPublishedRelease(store: ReleaseStore, text: string): Promise<ReleaseId> {
  const { app, version } = parseAppVersion(text);
  const releases = await listReleases(store, app);
  const found = releases.find((release) => release.version === version);
  if (found) {
    await assertNotBeingRemoved(store, found);
    return found;
  }
  const versions = releases.map((release) => release.version).slice(-maxListedVersions);
  const known = versions.length > 0 ? `published versions are ${versions.join(', ')}` : `${app} has no release yet`;
  throw new Error(`${text} is not published: ${known}.`);
}
