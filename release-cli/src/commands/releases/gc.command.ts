import { findReferencedReleases } from '@shop/releases/history/referenced-releases';
import { assertAllowed } from '@shop/releases/policy/policy';
import { parseRelease, releaseFile } from '@shop/releases/release/release';
import { beginRemoval, finishRemoval, listRemovals, withdrawRemoval } from '@shop/releases/release/removal-marker';
import { findExpiredLinks } from '@shop/releases/signed-links/expired-links';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import { type Command, readNumber, textFlag } from '../../cli/command';

const day = 24 * 60 * 60 * 1000;

/** Whole releases by prefix, with their files. What has no mark may be a release on its way: it is left alone. */
async function wholeReleases(store: ReleaseStore): Promise<Map<string, string[]>> {
  const keys = await store.list('r/');
  const marked = keys.filter((key) => key.endsWith(`/${releaseFile}`)).map((key) => key.slice(0, -releaseFile.length));
  return new Map(marked.map((prefix) => [prefix, keys.filter((key) => key.startsWith(prefix))]));
}

/** When a release was published, in Unix milliseconds; null when it does not tell. */
async function publishedAt(store: ReleaseStore, prefix: string): Promise<number | null> {
  const key = prefix + releaseFile;
  const stored = await store.get(key);
  try {
    return stored && Date.parse(parseRelease(stored.bytes, key).publishedAt);
  } catch {
    return null;
  }
}

/**
 * Releases that may go, as far as one look tells; among them those that an interrupted gc took the mark of. One that does not
 * tell how old it is stays.
 */
async function findUnused(
  store: ReleaseStore,
  releases: ReadonlyMap<string, readonly string[]>,
  used: ReadonlySet<string>,
  since: number,
): Promise<string[]> {
  const unused = (await listRemovals(store)).filter((prefix) => !releases.has(prefix));
  for (const prefix of releases.keys()) {
    if (used.has(prefix)) continue;
    const at = await publishedAt(store, prefix);
    if (at !== null && at < since) unused.push(prefix);
  }
  return unused;
}

/**
 * Removes releases that nobody uses, looking a second time when everybody can see what is about to go.
 *
 * @returns Prefixes of those that are gone.
 */
async function removeUnused(
  store: ReleaseStore,
  unused: readonly string[],
  findUsed: () => Promise<Set<string>>,
): Promise<string[]> {
  // What an interrupted gc began and nobody wants to remove any more is withdrawn with the rest.
  const begun = [];
  for (const prefix of new Set([...unused, ...(await listRemovals(store))])) {
    begun.push(await beginRemoval(store, prefix));
  }
  const used = await findUsed();
  const removed: string[] = [];
  for (const removal of begun) {
    const { prefix, isDecided } = removal;
    const mayGo = isDecided || (unused.includes(prefix) && !used.has(prefix));
    if (!mayGo) await withdrawRemoval(store, removal);
    else if (await finishRemoval(store, removal, await store.list(prefix))) removed.push(prefix);
  }
  return removed;
}

export const gc: Command = {
  usage: '--keep-days 30 [--dry-run]',
  says: 'removes older releases that no live, recent or previewed composition of any environment uses, and expired links',
  options: { 'keep-days': { type: 'string' }, 'dry-run': { type: 'boolean' } },
  words: [0, 0],
  run: async ({ environment, flags, author, host }) => {
    const { store } = environment;
    // It removes releases of every app, from under every environment.
    if (host.policy) assertAllowed(host.policy, author.by, 'promote', '*', '*');
    const days = readNumber(textFlag(flags, 'keep-days') ?? '30', '--keep-days', 0, 36_500);
    const since = Date.now() - days * day;
    const findUsed = () => findReferencedReleases(environment, since);
    const releases = await wholeReleases(store);
    const unused = await findUnused(store, releases, await findUsed(), since);
    const isDry = flags['dry-run'] === true;
    const removed = isDry ? unused : await removeUnused(store, unused, findUsed);
    const { expired, unreadable } = await findExpiredLinks(environment, since);
    if (!isDry) await Promise.all(expired.map((key) => store.remove(key)));
    const verb = isDry ? 'would go' : 'is gone';
    const kept = [...releases.keys()].filter((prefix) => !removed.includes(prefix)).length;
    return {
      lines: [
        ...removed.map((prefix) => `  ${prefix} ${verb} (${releases.get(prefix)?.length ?? 'the rest of its'} files)`),
        ...expired.map((key) => `  ${key} ${verb} (expired)`),
        ...(unreadable.length > 0 ? [`  no trusted key signed ${unreadable.join(', ')}: kept, remove by hand`] : []),
        `  ${kept} releases stay`,
      ],
      data: { removed, expired, unreadable, kept, isDry },
    };
  },
};
