import { findReferencedReleases } from '@shop/releases/history/referenced-releases';
import { findExpiredLinks } from '@shop/releases/signed-links/expired-links';
import type { Environment } from '@shop/releases/state/environment';
import { findUnusedReleases, listCompleteReleases, removeUnusedReleases } from './unused-releases';

export interface GarbageOptions {
  /** Unix milliseconds. Releases that were published or live since then, and links that expired since then, stay. */
  since: number;
  /** Whether to list what would be removed, and remove nothing. */
  isDryRun: boolean;
}

export interface GarbageReport {
  /** Removed releases, or those that would be removed. */
  removed: { prefix: string; files: number | null }[];
  /** Keys of expired links. */
  expired: string[];
  /** Keys of links that no trusted key signed. They stay. */
  unreadable: string[];
  /** Number of releases that stay. */
  kept: number;
}

/** Removes unused releases and expired links from the release store. */
export async function collectGarbage(
  environment: Environment,
  { since, isDryRun }: GarbageOptions,
): Promise<GarbageReport> {
  const { store } = environment;
  const findUsed = () => findReferencedReleases(environment, since);
  const releases = await listCompleteReleases(store);
  const unused = await findUnusedReleases(store, releases, await findUsed(), since);
  const removed = isDryRun ? unused : await removeUnusedReleases(store, unused, findUsed);
  const { expired, unreadable } = await findExpiredLinks(environment, since);
  if (!isDryRun) await Promise.all(expired.map((key) => store.remove(key)));
  return {
    removed: removed.map((prefix) => ({ prefix, files: releases.get(prefix)?.length ?? null })),
    expired,
    unreadable,
    kept: [...releases.keys()].filter((prefix) => !removed.includes(prefix)).length,
  };
}
