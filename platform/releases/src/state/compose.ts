import type { PinnedRelease } from '../release/pinned-release';
import { isSameRelease } from '../release/release';
import { getReleases, type PinnedComposition } from './composition';

/**
 * Replaces releases of a composition.
 *
 * @param current  The live composition; null in a new environment.
 * @param promoted  Releases that replace those of the same apps, or are added.
 * @param removed  Apps that are removed.
 * @throws When the result has no shell, or the arguments contradict each other or the live composition.
 */
export function compose(
  env: string,
  current: Pick<PinnedComposition, 'shell' | 'remotes'> | null,
  promoted: readonly PinnedRelease[],
  removed: readonly string[] = [],
): Pick<PinnedComposition, 'shell' | 'remotes'> {
  assertNoContradictions(env, current, promoted, removed);
  const apps = new Map(
    [...(current ? getReleases(current) : []), ...promoted].map(({ app, version, digest, sha256 }) => [
      app,
      { app, version, digest, ...(sha256 ? { sha256 } : {}) },
    ]),
  );
  for (const app of removed) apps.delete(app);
  const shell = apps.get('shell');
  if (!shell) throw new Error(`${env} has no shell yet: promote shell first, or together with its remotes`);
  apps.delete('shell');
  return { shell, remotes: [...apps.values()].sort((a, b) => a.app.localeCompare(b.app)) };
}

function assertNoContradictions(
  env: string,
  current: Pick<PinnedComposition, 'shell' | 'remotes'> | null,
  promoted: readonly PinnedRelease[],
  removed: readonly string[],
): void {
  for (const release of promoted) {
    const first = promoted.find(({ app }) => app === release.app);
    if (first && !isSameRelease(release, first)) {
      throw new Error(
        `${release.app} is named twice, as ${first.version} and as ${release.version}: name one version of it.`,
      );
    }
  }
  for (const app of removed) {
    if (app === 'shell') {
      throw new Error('The shell cannot be removed, since every page needs it: promote another one.');
    }
    if (promoted.some((release) => release.app === app)) {
      throw new Error(`${app} is to go live and to be removed: name it for one of the two.`);
    }
    if (current?.remotes.some((remote) => remote.app === app)) continue;
    const known = current?.remotes.map((remote) => remote.app).join(', ');
    throw new Error(`${app} is not live in ${env}, so it cannot be removed: ${known || 'no remote'} is live there.`);
  }
}
