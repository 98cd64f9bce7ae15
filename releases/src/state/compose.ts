import type { PinnedRelease } from '../release/pinned-release';
import { isSameRelease } from '../release/release';
import { getReleases, type PinnedComposition } from './composition';

/**
 * The composition that comes of putting releases in place of those that are there.
 *
 * @param current What is live; null in a new environment.
 * @throws A sentence when the result would have no shell, or what is asked for contradicts itself or what is live.
 */
export function compose(
  env: string,
  current: PinnedComposition | null,
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
  return { shell, remotes: [...apps.values()].sort((one, other) => one.app.localeCompare(other.app)) };
}

function assertNoContradictions(
  env: string,
  current: PinnedComposition | null,
  promoted: readonly PinnedRelease[],
  removed: readonly string[],
): void {
  for (const one of promoted) {
    const other = promoted.find(({ app }) => app === one.app);
    if (other && !isSameRelease(one, other)) {
      throw new Error(`${one.app} is named twice, as ${other.version} and as ${one.version}: name one version of it.`);
    }
  }
  for (const app of removed) {
    if (app === 'shell')
      throw new Error('The shell cannot be removed, since every page needs it: promote another one.');
    if (promoted.some((one) => one.app === app)) {
      throw new Error(`${app} is to go live and to be removed: name it for one of the two.`);
    }
    if (current?.remotes.some((one) => one.app === app)) continue;
    const known = current?.remotes.map((one) => one.app).join(', ');
    throw new Error(`${app} is not live in ${env}, so it cannot be removed: ${known || 'no remote'} is live there.`);
  }
}
