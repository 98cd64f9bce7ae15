import { listReleases } from '../release/publish';
import type { ReleaseId } from '../release/release';
import { refuseRemoved } from '../release/removal';
import type { ReleaseStore } from '../store/release-store';
import { readAppVersion } from './command';

/** Finds what was published under `app@version`. @throws A sentence that names the versions there are, or says that gc removes it. */
export async function findPublished(store: ReleaseStore, text: string): Promise<ReleaseId> {
  const { app, version } = readAppVersion(text);
  const releases = await listReleases(store, app);
  const found = releases.find((one) => one.version === version);
  if (found) {
    await refuseRemoved(store, found);
    return found;
  }
  const known = releases.map((one) => one.version).slice(-5);
  const others = known.length > 0 ? `published are ${known.join(', ')}` : `nothing of ${app} is published yet`;
  throw new Error(`${text} is not published: ${others}.`);
}
