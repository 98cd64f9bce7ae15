import { findReferencedReleases } from '@shop/releases/history/referenced-releases';
import { removeUnusedScreenshots } from '@shop/releases/history/screenshots';
import { republishedFolder, toPrivatePrefix } from '@shop/releases/release/private-files';
import { parseRelease, releaseFile } from '@shop/releases/release/release';
import { beginRemoval, finishRemoval, listRemovals, withdrawRemoval } from '@shop/releases/release/removal-marker';
import { findExpiredLinks } from '@shop/releases/signed-links/link-kinds';
import type { Environment } from '@shop/releases/state/environment';
import type { ReleaseStore } from '@shop/releases/store/release-store';

export interface GarbageOptions {
  /** Unix milliseconds. Releases that were published or live since then, and links that expired since then, stay. */
  since: number;
  isDryRun: boolean;
}

export interface GarbageReport {
  /** Removed releases, or those that would be removed. */
  removed: { prefix: string; files: number | null }[];
  expired: string[];
  /** Keys of links that no trusted key signed. They stay. */
  unreadable: string[];
  kept: number;
}

export async function collectGarbage(
  environment: Environment,
  { since, isDryRun }: GarbageOptions,
): Promise<GarbageReport> {
  const { store } = environment;
  const findUsed = () => findReferencedReleases(environment, since);
  const releases = await listCompleteReleases(store);
  const unused = await findUnusedReleases(store, releases, await findUsed(), since);
  const removed = isDryRun ? unused : await removeUnusedReleases(store, unused, findUsed, since);
  const kept = new Set(releases.keys());
  for (const prefix of removed) kept.delete(prefix);
  const { expired, unreadable } = await findExpiredLinks(environment, since);
  if (!isDryRun) {
    await Promise.all(expired.map((key) => store.remove(key)));
    // A release that was published in the meantime has no screenshots yet, or they are taken again.
    await removeUnusedScreenshots(store, kept);
  }
  return {
    removed: removed.map((prefix) => ({ prefix, files: releases.get(prefix)?.length ?? null })),
    expired,
    unreadable,
    kept: kept.size,
  };
}

/**
 * Complete releases and their files, by key prefix. A release without its `release.json` may be in the middle of a publish,
 * so it is not in the result.
 */
export async function listCompleteReleases(store: ReleaseStore): Promise<Map<string, string[]>> {
  const files = new Map<string, string[]>();
  for (const key of await store.list('r/')) {
    const prefix = `${key.split('/', 3).join('/')}/`;
    const known = files.get(prefix);
    if (known) known.push(key);
    else files.set(prefix, [key]);
  }
  return new Map([...files].filter(([prefix, keys]) => keys.includes(prefix + releaseFile)));
}

const listFiles = async (store: ReleaseStore, prefix: string) =>
  (await Promise.all([prefix, toPrivatePrefix(prefix)].map((folder) => store.list(folder)))).flat();

/** Time of publication in Unix milliseconds; null when the description cannot be read. */
async function findPublishedAt(store: ReleaseStore, prefix: string): Promise<number | null> {
  const key = prefix + releaseFile;
  const stored = await store.get(key);
  try {
    return stored && Date.parse(parseRelease(stored.bytes, key).publishedAt);
  } catch {
    return null;
  }
}

/** Whether a release was published again, or a planned change names it, on the day of a time in Unix milliseconds or later. */
async function wasRepublished(store: ReleaseStore, prefix: string, since: number): Promise<boolean> {
  const keys = await store.list(toPrivatePrefix(prefix) + republishedFolder);
  const day = new Date(since).toISOString().slice(0, 10);
  return keys.some((key) => (/(\d{4}-\d\d-\d\d)\.br$/.exec(key)?.[1] ?? '') >= day);
}

/**
 * Finds releases that no composition uses and that are older than `since`. An interrupted gc may have deleted the
 * `release.json` of a release: its removal marker puts it in the result. A release with an unreadable date stays.
 */
export async function findUnusedReleases(
  store: ReleaseStore,
  releases: ReadonlyMap<string, readonly string[]>,
  used: ReadonlySet<string>,
  since: number,
): Promise<string[]> {
  const unused = (await listRemovals(store)).filter((prefix) => !releases.has(prefix));
  for (const prefix of releases.keys()) {
    if (used.has(prefix)) continue;
    const publishedAt = await findPublishedAt(store, prefix);
    if (publishedAt === null || publishedAt >= since || (await wasRepublished(store, prefix, since))) continue;
    unused.push(prefix);
  }
  return unused;
}

/**
 * Removes releases in two phases: it writes removal markers, then looks for uses again. A promotion that runs at the same
 * time sees the marker, or its composition is seen by the second look. So does a planned change with its mark.
 */
export async function removeUnusedReleases(
  store: ReleaseStore,
  unused: readonly string[],
  findUsed: () => Promise<Set<string>>,
  since: number,
): Promise<string[]> {
  // Markers of an interrupted gc are processed too: they are finished, or withdrawn when the release is in use.
  const begun = [];
  const candidates = new Set(unused);
  for (const prefix of new Set([...unused, ...(await listRemovals(store))])) {
    begun.push(await beginRemoval(store, prefix));
  }
  const used = await findUsed();
  const removed: string[] = [];
  for (const removal of begun) {
    const { prefix, isDecided } = removal;
    const isOpen = candidates.has(prefix) && !used.has(prefix);
    const isUnused = isDecided || (isOpen && !(await wasRepublished(store, prefix, since)));
    if (!isUnused) await withdrawRemoval(store, removal);
    else if (await finishRemoval(store, removal, await listFiles(store, prefix))) removed.push(prefix);
  }
  return removed;
}
