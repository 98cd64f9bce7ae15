import { compose } from '../state/compose';
import { getReleases, isSameComposition, type PinnedComposition } from '../state/composition';
import { compareCompositions } from '../state/composition-diff';
import type { LiveState } from '../state/environment';
import type { DocumentRef } from '../store/document-ref';
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

/**
 * Finds the composition of the current state that consists of the same releases: live, a canary alone or a pair. It passed the
 * gates when it was written, and it is not written again.
 */
export function findServedComposition({ head, ...state }: LiveState, apps: Apps): DocumentRef | null {
  if (isSameComposition(state.live, apps)) return head.live;
  for (const kind of ['canaries', 'pairs'] as const) {
    const index = state[kind].findIndex(({ composition }) => isSameComposition(composition, apps));
    const found = head[kind][index];
    if (found) return found.composition;
  }
  return null;
}
