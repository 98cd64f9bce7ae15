import { listPublishedApps, listReleases } from '@shop/releases/release/list-releases';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import type { AppReleases, ReleaseView } from '../../api/responses';
import { loadReleaseDetails } from './release-view';

/** Releases per app on the page. */
const maxReleases = 50;

/** Lists the newest releases of every published app, newest first. */
export async function listAllReleases(store: ReleaseStore): Promise<AppReleases[]> {
  const apps = await listPublishedApps(store);
  return Promise.all(
    apps.map(async (app) => {
      const releases = await Promise.all(
        (await listReleases(store, app)).map(
          async (id): Promise<ReleaseView> => ({ ...id, ...(await loadReleaseDetails(store, id)) }),
        ),
      );
      releases.sort((a, b) => b.publishedAt.localeCompare(a.publishedAt));
      return { app, releases: releases.slice(0, maxReleases) };
    }),
  );
}
