import { readState } from '../environment/change-head';
import { appsOf, readSet } from '../environment/composition-set';
import { readLog } from '../environment/log';
import { openVersionHistory } from '../environment/version-history';
import { requireAllowed } from '../policy/policy';
import { listPreviews } from '../preview/preview';
import { parseRelease, releaseFile, releasePrefix } from '../release/release';
import type { ReleaseStore } from '../store/release-store';
import { type Command, type CommandRun, readNumber, textFlag } from './command';

const day = 24 * 60 * 60 * 1000;

/** Prefixes of the releases that a live, recent or previewed composition of any environment uses. */
async function usedPrefixes({ environment, host }: CommandRun, since: number): Promise<Set<string>> {
  const names = new Set((await environment.store.list('env/')).map((key) => key.split('/')[1] ?? ''));
  const used = new Set<string>();
  for (const name of names) {
    const one = name === environment.name ? environment : await host.openEnvironment(name);
    const state = await readState(one);
    if (!state) continue;
    const keep = (set: typeof state.live) => {
      for (const { app, version, digest } of appsOf(set)) used.add(releasePrefix({ app, version, digest }));
    };
    keep(state.live);
    if (state.canary) keep(state.canary);
    const findPrevious = await openVersionHistory(one)(state.head);
    for (const set of [state.live, state.canary ?? state.live]) {
      // What a page falls back to is in use, however long ago it was live.
      for (const release of appsOf(set)) {
        const previous = findPrevious(release);
        if (previous) used.add(releasePrefix(previous));
      }
    }
    let isRecent = true;
    for await (const entry of readLog(one.store, state.head.log, one.trusted)) {
      // A composition was in use until the change after it: the first entry older than the limit still counts.
      if (!isRecent) break;
      isRecent = Date.parse(entry.at) >= since;
      keep(await readSet(one.store, entry.live, one.trusted));
      if (entry.canary) keep(await readSet(one.store, entry.canary.set, one.trusted));
    }
  }
  for (const preview of await listPreviews(environment.store, environment.trusted)) {
    for (const { app, version, digest } of appsOf(preview)) used.add(releasePrefix({ app, version, digest }));
  }
  return used;
}

/** Whole releases by prefix, with their files. What has no mark may be a release on its way: it is left alone. */
async function wholeReleases(store: ReleaseStore): Promise<Map<string, string[]>> {
  const keys = await store.list('r/');
  const marked = keys.filter((key) => key.endsWith(`/${releaseFile}`)).map((key) => key.slice(0, -releaseFile.length));
  return new Map(marked.map((prefix) => [prefix, keys.filter((key) => key.startsWith(prefix))]));
}

async function isOlderThan(store: ReleaseStore, prefix: string, since: number): Promise<boolean> {
  const stored = await store.get(prefix + releaseFile);
  return stored !== null && Date.parse(parseRelease(stored.bytes, prefix).publishedAt) < since;
}

/** Takes a release out: its mark first, so that a run that is killed leaves files without a mark and no half release. */
async function removeRelease(store: ReleaseStore, prefix: string, files: readonly string[]): Promise<void> {
  await store.remove(prefix + releaseFile);
  await Promise.all(files.map((file) => store.remove(file)));
}

export const gc: Command = {
  usage: '--keep-days 30 [--dry-run]',
  says: 'removes older releases that no live, recent or previewed composition of any environment uses',
  options: { 'keep-days': { type: 'string' }, 'dry-run': { type: 'boolean' } },
  words: [0, 0],
  run: async (run) => {
    const { environment, flags, host } = run;
    // It removes releases of every app, from under every environment.
    if (host.policy) requireAllowed(host.policy, host.user, 'promote', '*', '*');
    const days = readNumber(textFlag(flags, 'keep-days') ?? '30', '--keep-days', 0, 36_500);
    const since = Date.now() - days * day;
    const used = await usedPrefixes(run, since);
    const releases = await wholeReleases(environment.store);
    const unused: [prefix: string, files: string[]][] = [];
    for (const [prefix, files] of releases) {
      if (!used.has(prefix) && (await isOlderThan(environment.store, prefix, since))) unused.push([prefix, files]);
    }
    const isDry = flags['dry-run'] === true;
    if (!isDry) for (const [prefix, files] of unused) await removeRelease(environment.store, prefix, files);
    const verb = isDry ? 'would go' : 'is gone';
    return {
      lines: [
        ...unused.map(([prefix, files]) => `  ${prefix} ${verb} (${files.length} files)`),
        `  ${releases.size - unused.length} releases stay`,
      ],
      data: { removed: unused.map(([prefix]) => prefix), kept: releases.size - unused.length, isDry },
    };
  },
};
