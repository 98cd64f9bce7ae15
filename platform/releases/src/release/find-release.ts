import { parseReleaseRef, type ReleaseRef } from '../change-model/fields';
import { ConflictError } from '../store/errors';
import type { ReleaseStore } from '../store/release-store';
import { listReleases } from './list-releases';
import type { PinnedRelease } from './release';
import { assertNotBeingRemoved } from './removal-marker';

const maxListedVersions = 5;

/**
 * Finds a published release by `app@version`, or by its id.
 *
 * @throws When the release is not published (the message lists the newest published versions), or while gc removes it.
 */
export async function findRelease(store: ReleaseStore, ref: ReleaseRef): Promise<PinnedRelease> {
  const { app, version, digest } = parseReleaseRef(ref);
  const found = (await listReleases(store, app, version)).find(
    (release) => digest === undefined || release.digest === digest,
  );
  if (found) {
    await assertNotBeingRemoved(store, found);
    return typeof ref === 'string' ? found : ref;
  }
  const versions = (await listReleases(store, app)).map((release) => release.version).slice(-maxListedVersions);
  const known = versions.length > 0 ? `published versions are ${versions.join(', ')}` : `${app} has no release yet`;
  throw new ConflictError(`${app}@${version} is not published: ${known}.`);
}
