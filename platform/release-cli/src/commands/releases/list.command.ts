import { listPublishedApps, listReleases } from '@shop/releases/release/list-releases';
import { getReleasePrefix, isSameRelease, type ReleaseId } from '@shop/releases/release/release';
import { getReleases } from '@shop/releases/state/composition';
import { readLiveState } from '@shop/releases/state/live-state';
import { defineCommand } from '../../cli/command';
import { formatTable } from '../../format/format-table';

export const list = defineCommand<[app?: string], object>({
  name: 'list',
  summary: 'lists the published releases of every app or of one app',
  examples: ['list mf-catalog'],
  declare: (parser) => parser.argument('[app]', 'name of one app'),
  run: async ({ words: [app], environment }) => {
    const apps = (await listPublishedApps(environment.store)).filter((name) => !app || name === app);
    if (app && apps.length === 0) throw new Error(`The release store has no release of ${app}.`);
    const state = await readLiveState(environment);
    const live = new Set(state ? getReleases(state.live).map(getReleasePrefix) : []);
    const findCanary = (release: ReleaseId) =>
      state?.canaries.find(({ releases: changed }) => changed.some((other) => isSameRelease(other, release)));
    const formatUse = (release: ReleaseId) => {
      if (live.has(getReleasePrefix(release))) return 'live';
      const canary = findCanary(release);
      return canary ? `canary, ${canary.share} %` : '';
    };
    const releases = (await Promise.all(apps.map((name) => listReleases(environment.store, name)))).flat();
    const rows = releases.map((release) => {
      return [release.app, release.version, release.digest, formatUse(release)];
    });
    return { lines: rows.length > 0 ? formatTable(rows) : ['No release is published yet.'], data: releases };
  },
});
