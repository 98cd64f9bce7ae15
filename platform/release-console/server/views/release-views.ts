import { readRelease, UnreadableReleaseError } from '@shop/releases/release/read-release';
import type { PinnedRelease } from '@shop/releases/release/release';
import { describeSource, type LinkTemplates } from '@shop/releases/release/release-source';
import type { AppReleases, ReleaseView } from '@shop/releases/service-api/responses';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import type { ReleaseIndex } from '../log-index/release-index';

/** Releases per app on the page. */
const maxReleases = 50;

/**
 * Loads the date of a release, and what it was built from. An unreadable release.json marks the release as damaged, so that the page can
 * still show the other releases.
 *
 * @throws When the release store is unreachable.
 */
export async function loadReleaseView(
  store: ReleaseStore,
  release: PinnedRelease,
  links?: LinkTemplates,
): Promise<ReleaseView> {
  try {
    const read = await readRelease(store, release);
    return { ...release, ...describeSource(read, links), publishedAt: read.publishedAt, isDamaged: false };
  } catch (error) {
    if (!(error instanceof UnreadableReleaseError)) throw error;
    return { ...release, commit: '', publishedAt: '', isDamaged: true };
  }
}

/** Lists the newest releases of every published app, newest first. */
export async function listAllReleases(
  store: ReleaseStore,
  index: ReleaseIndex,
  links?: LinkTemplates,
): Promise<AppReleases[]> {
  const apps = (await index.listNewest(maxReleases)).filter(({ releases }) => releases.length > 0);
  return Promise.all(
    apps.map(async ({ app, releases: found }) => {
      const releases = await Promise.all(found.map((release) => loadReleaseView(store, release, links)));
      return { app, releases: releases.sort((a, b) => b.publishedAt.localeCompare(a.publishedAt)) };
    }),
  );
}
