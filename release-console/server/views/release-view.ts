import type { PinnedRelease } from '@shop/releases/environment/composition-set';
import { readRelease, UnreadableRelease } from '@shop/releases/environment/resolve-composition';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import type { ReleaseView } from '../../api/responses';

/**
 * Where a release came from. One damaged release hides none of the others, nor what can be done about it.
 *
 * @throws Whatever the store does when it cannot be reached.
 */
export async function describeRelease(
  store: ReleaseStore,
  id: PinnedRelease,
): Promise<Pick<ReleaseView, 'commit' | 'publishedAt' | 'isDamaged'>> {
  try {
    const { commit, publishedAt } = await readRelease(store, id);
    return { commit, publishedAt, isDamaged: false };
  } catch (error) {
    if (!(error instanceof UnreadableRelease)) throw error;
    return { commit: '', publishedAt: '', isDamaged: true };
  }
}
