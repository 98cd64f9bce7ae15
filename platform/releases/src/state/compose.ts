import { readReleaseBytes } from '../release/read-release';
import { isSameRelease, type PinnedRelease } from '../release/release';
import { sha256 } from '../store/document-ref';
import { ConflictError } from '../store/errors';
import type { ReleaseStore } from '../store/release-store';
import type { CanaryChanges } from './canary';
import { type Apps, getReleases } from './composition';
import { compareCompositions } from './composition-diff';

/**
 * Replaces releases of a composition.
 *
 * @throws When the result has no shell, or the arguments contradict each other or the live composition.
 */
export function compose(
  env: string,
  current: Apps | null,
  promoted: readonly PinnedRelease[],
  removed: readonly string[] = [],
): Apps {
  assertNoContradictions(env, current, promoted, removed);
  const apps = new Map(
    [...(current ? getReleases(current) : []), ...promoted].map(({ app, version, digest, sha256 }) => [
      app,
      { app, version, digest, ...(sha256 ? { sha256 } : {}) },
    ]),
  );
  for (const app of removed) apps.delete(app);
  const shell = apps.get('shell');
  if (!shell) throw new ConflictError(`${env} has no shell yet: promote shell first, or together with its remotes`);
  apps.delete('shell');
  // The signer composes the same releases, and has no language of a person: the order is that of the characters' codes.
  return { shell, remotes: [...apps.values()].sort((a, b) => (a.app < b.app ? -1 : 1)) };
}

function assertNoContradictions(
  env: string,
  current: Apps | null,
  promoted: readonly PinnedRelease[],
  removed: readonly string[],
): void {
  for (const release of promoted) {
    const first = promoted.find(({ app }) => app === release.app);
    if (first && !isSameRelease(release, first)) {
      throw new ConflictError(
        `${release.app} is named twice, as ${first.version} and as ${release.version}: name one version of it.`,
      );
    }
  }
  for (const app of removed) {
    if (app === 'shell') {
      throw new ConflictError('The shell cannot be removed, since every page needs it: promote another one.');
    }
    if (promoted.some((release) => release.app === app)) {
      throw new ConflictError(`${app} is to go live and to be removed: name it for one of the two.`);
    }
    if (current?.remotes.some((remote) => remote.app === app)) continue;
    const known = current?.remotes.map((remote) => remote.app) ?? [];
    throw new ConflictError(
      `${app} is not live in ${env}, so it cannot be removed: ${known.join(', ') || 'no remote'} ${known.length > 1 ? 'are' : 'is'} live there.`,
    );
  }
}

/** Applies the changes of a canary to a composition. @throws When the changes contradict the composition. */
export const composeCanary = (env: string, base: Apps, { releases, removed }: CanaryChanges): Apps =>
  compose(env, base, releases, removed);

/** Computes the changes that lead from the live composition to that of a canary. */
export function toCanaryChanges(live: Apps, canary: Apps): CanaryChanges {
  const releases = getReleases(canary);
  const changes = compareCompositions(live, canary);
  return {
    releases: changes.flatMap(({ app, after }) => (after ? releases.filter((release) => release.app === app) : [])),
    removed: changes.flatMap(({ app, after }) => (after ? [] : [app])),
  };
}

/**
 * Adds the hash of each `release.json` to a composition. After the composition is signed, an attacker who can write to the
 * store, but not sign, cannot change its releases.
 *
 * @throws {UnreadableReleaseError} When a release is not in the store.
 */
export async function pinReleases<Pinned extends Apps>(store: ReleaseStore, composition: Pinned): Promise<Pinned> {
  const pin = async (id: PinnedRelease): Promise<PinnedRelease> =>
    id.sha256 ? id : { ...id, sha256: sha256(await readReleaseBytes(store, id)) };
  const [shell, remotes] = await Promise.all([pin(composition.shell), Promise.all(composition.remotes.map(pin))]);
  return { ...composition, shell, remotes };
}
