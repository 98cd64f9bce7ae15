import { listReleases } from '@shop/releases/release/list-releases';
import type { ReleaseId } from '@shop/releases/release/release';
import { assertNotBeingRemoved } from '@shop/releases/release/removal-marker';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import { readAppVersion } from '../cli/command';

/** Finds what was published under `app@version`. @throws A sentence that names the versions there are, or says that gc removes it. */
export async function findPublished(store: ReleaseStore, text: string): Promise<ReleaseId> {
  const { app, version } = readAppVersion(text);
  const releases = await listReleases(store, app);
  const found = releases.find((one) => one.version === version);
  if (found) {
    await assertNotBeingRemoved(store, found);
    return found;
  }
  const known = releases.map((one) => one.version).slice(-5);
  const others = known.length > 0 ? `published are ${known.join(', ')}` : `nothing of ${app} is published yet`;
  throw new Error(`${text} is not published: ${others}.`);
}
