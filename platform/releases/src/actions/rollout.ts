import { type Candidate, createControlCandidate, runGates } from '../gates/run-gates';
import { listCanaryApps } from '../state/canary';
import type { PinnedComposition } from '../state/composition';
import { compareCompositions } from '../state/composition-diff';
import type { Author, Environment, LiveState, RunningCanary } from '../state/environment';
import type { Head } from '../state/head';
import { assertChangeable, type CanarySelector, findCanary } from '../state/live-state';
import type { PromoteOptions } from './promote';
import { rebuildCanaries } from './rebuild-canaries';
import { updateHead } from './update-head';

export const listChangedApps = (before: PinnedComposition, after: PinnedComposition) =>
  compareCompositions(before, after).map(({ app }) => app);

export interface RolloutOptions extends Pick<PromoteOptions, 'check' | 'isForced'> {
  canary?: CanarySelector;
}

/** Raises the share of a running canary. The share never falls, so a visitor who has the canary keeps it. */
export function rollout(
  environment: Environment,
  share: number,
  author: Author,
  { check: gates, isForced = false, canary: selector }: RolloutOptions,
): Promise<LiveState> {
  return updateHead(environment, author, gates, async (state, check) => {
    const { canary, head, candidate } = getRunningCanary(state, selector);
    assertChangeable(environment, state, listCanaryApps(canary), isForced);
    if (share === canary.share) return null;
    if (share < canary.share) {
      throw new Error(`The canary is at ${canary.share} % already: a share only rises. Halt it to end it.`);
    }
    // The compositions with other canaries stay as they are, and do not count for this step.
    const findings = await runGates(check, [candidate, createControlCandidate(candidate.state)], isForced);
    const canaries = head.canaries.map((running) =>
      running.id === canary.id
        ? { ...running, share, steps: [...running.steps, { share, change: head.seq + 1 }] }
        : running,
    );
    return { action: 'rollout', canary, canaries, isForced, findings };
  });
}

/**
 * Makes the canary's composition the live one. The other canaries are rebuilt on it; those that do not pass the gates end with
 * the same change.
 */
export function complete(
  environment: Environment,
  author: Author,
  { check: gates, isForced = false, canary: selector }: RolloutOptions,
): Promise<LiveState> {
  return updateHead(environment, author, gates, async (state, check) => {
    const { canary, candidate, ref } = getRunningCanary(state, selector);
    assertChangeable(environment, state, listCanaryApps(canary), isForced);
    const findings = await runGates(check, [candidate], isForced);
    const others = { ...candidate.state, canaries: candidate.state.canaries.filter(({ id }) => id !== canary.id) };
    const rebuilt = await rebuildCanaries({
      ...{ state: others, base: canary.composition, changedApps: listCanaryApps(canary), check },
      cause: `was completed for every visitor by ${author.by}`,
    });
    return { action: 'complete', live: ref, canary, ...rebuilt, isForced, findings };
  });
}

/**
 * Ends a canary. Its visitors get the live composition and their other canaries. The other canaries stay as they are.
 *
 * @param selector  An id of a canary that has ended changes nothing. May be absent while one canary is running.
 */
export function halt(environment: Environment, author: Author, selector: CanarySelector = {}): Promise<LiveState> {
  return updateHead(environment, author, null, async (state) => {
    if (selector.id !== undefined && !state?.canaries.some(({ id }) => id === selector.id)) return null;
    const { canary, head } = getRunningCanary(state, selector);
    environment.authorize?.({ action: 'rollback', apps: listCanaryApps(canary), state });
    return { action: 'halt', canary, canaries: head.canaries.filter(({ id }) => id !== canary.id) };
  });
}

interface SelectedCanary {
  canary: RunningCanary;
  head: Head;
  ref: Head['live'];
  candidate: Candidate & { state: LiveState };
}

/** Gets a running canary and the candidate for the gates. @throws When there is no such canary, or the selector fits several. */
function getRunningCanary(state: LiveState | null, selector?: CanarySelector): SelectedCanary {
  const canary = findCanary(state, selector);
  const ref = state?.head.canaries.find(({ id }) => id === canary.id)?.composition;
  if (!state || !ref) throw new Error('No canary is running.');
  return { canary, head: state.head, ref, candidate: { next: canary.composition, state, mayDropRoutes: true } };
}
