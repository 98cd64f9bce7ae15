import type { PinnedRelease } from '../release/pinned-release';
import { readReleaseBytes } from '../release/read-release';
import { sha256 } from '../store/document-ref';
import type { ReleaseStore } from '../store/release-store';
import type { PinnedComposition } from './composition';

/**
 * Adds the hash of each `release.json` to a composition. After the composition is signed, an attacker who can write to the
 * store, but not sign, cannot change its releases.
 *
 * @throws {UnreadableReleaseError} When a release is not in the store.
 */
export async function pinReleases<Apps extends Pick<PinnedComposition, 'shell' | 'remotes'>>(
  store: ReleaseStore,
  composition: Apps,
): Promise<Apps> {
  const pin = async (id: PinnedRelease): Promise<PinnedRelease> =>
    id.sha256 ? id : { ...id, sha256: sha256(await readReleaseBytes(store, id)) };
  const [shell, remotes] = await Promise.all([pin(composition.shell), Promise.all(composition.remotes.map(pin))]);
  return { ...composition, shell, remotes };
}
