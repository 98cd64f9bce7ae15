import type { PinnedRelease } from '../release/pinned-release';
import { readReleaseBytes } from '../release/read-release';
import { sha256 } from '../store/document-ref';
import type { ReleaseStore } from '../store/release-store';
import type { PinnedComposition } from './composition';

/**
 * Writes into a composition what the descriptions of its releases are now. From then on nobody who can write to the store,
 * but not sign, can change what it is made of.
 *
 * @throws When a release is not in the store.
 */
export async function pinReleases<Set extends Pick<PinnedComposition, 'shell' | 'remotes'>>(
  store: ReleaseStore,
  composition: Set,
): Promise<Set> {
  const pin = async (id: PinnedRelease): Promise<PinnedRelease> =>
    id.sha256 ? id : { ...id, sha256: sha256(await readReleaseBytes(store, id)) };
  const [shell, remotes] = await Promise.all([pin(composition.shell), Promise.all(composition.remotes.map(pin))]);
  return { ...composition, shell, remotes };
}
