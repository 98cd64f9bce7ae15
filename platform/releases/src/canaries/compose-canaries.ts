import { compose } from '../state/compose';
import { getReleases, type PinnedComposition } from '../state/composition';
import { compareCompositions } from '../state/composition-diff';
import type { CanaryChanges } from './canary';

/** The releases of a composition that may not be written yet. */
export type Apps = Pick<PinnedComposition, 'shell' | 'remotes'>;

/** Applies the changes of canaries to a composition. @throws When the changes contradict the composition. */
export const composeCanaries = (env: string, base: Apps, canaries: readonly CanaryChanges[]): Apps =>
  canaries.reduce((current, { releases, removed }) => compose(env, current, releases, removed), base);

/** Computes the changes that lead from the live composition to that of a canary. */
export function toCanaryChanges(live: Apps, canary: Apps): CanaryChanges {
  const releases = getReleases(canary);
  const changes = compareCompositions(live, canary);
  return {
    releases: changes.flatMap(({ app, after }) => (after ? releases.filter((release) => release.app === app) : [])),
    removed: changes.flatMap(({ app, after }) => (after ? [] : [app])),
  };
}
