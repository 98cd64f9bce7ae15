import { listPublishedApps, listReleases } from '@shop/releases/release/list-releases';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import type { AppReleases, ReleaseView } from '../../api/responses';
import { describeRelease } from './release-view';

/** Releases shown of an app: the newest ones. */
const mostShown = 50;

/** Every app with its newest releases. */
export async function listAllReleases(store: ReleaseStore): Promise<AppReleases[]> {
  const apps = await listPublishedApps(store);
  return Promise.all(
    apps.map(async (app) => {
      const releases = await Promise.all(
        (await listReleases(store, app)).map(
          async (id): Promise<ReleaseView> => ({ ...id, ...(await describeRelease(store, id)) }),
        ),
      );
      releases.sort((one, other) => other.publishedAt.localeCompare(one.publishedAt));
      return { app, releases: releases.slice(0, mostShown) };
    }),
  );
}
