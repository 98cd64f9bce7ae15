import type { PinnedRelease } from '@shop/releases/release/pinned-release';
import { readRelease, UnreadableReleaseError } from '@shop/releases/release/read-release';
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
    if (!(error instanceof UnreadableReleaseError)) throw error;
    return { commit: '', publishedAt: '', isDamaged: true };
  }
}
