import { readRelease, UnreadableReleaseError } from '@shop/releases/release/read-release';
import type { PinnedRelease } from '@shop/releases/release/release';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import type { ReleaseView } from '../../api/responses';

/**
 * Loads the commit and the date of a release. An unreadable release.json marks the release as damaged, so that the page can
 * still show the other releases.
 *
 * @throws When the release store is unreachable.
 */
export async function loadReleaseDetails(
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
