import type { PinnedComposition } from '../state/composition';
import { compareCompositions } from '../state/composition-diff';
import type { Author, Environment, LiveState } from '../state/environment';
import { assertChangeable } from './assert-changeable';
import type { PromoteOptions } from './promote';
import { createControlCandidate, runGates } from './run-gates';
import { updateHead } from './update-head';

export const listChangedApps = (before: PinnedComposition, after: PinnedComposition) =>
  compareCompositions(before, after).map(({ app }) => app);

/** How a canary goes on: through the gates, or against them. */
export interface RolloutOptions extends Pick<PromoteOptions, 'check' | 'isForced'> {
  /** The `seq` of the canary's composition that is meant; left out, whichever runs. Another one is refused. */
  compositionSeq?: number;
}

/**
 * Gives the canary to more visitors. A share only rises: nobody who has the new composition loses it again.
 *
 * @throws {GatesFailedError}
 */
export function rollout(
  environment: Environment,
  share: number,
  author: Author,
  { check, isForced = false, compositionSeq }: RolloutOptions,
): Promise<LiveState> {
  return updateHead(environment, author, async (state) => {
    const { live, canary, locks, apps, candidate } = getRunningCanary(state, compositionSeq);
    assertChangeable(environment, state, apps, isForced);
    if (share === canary.share) return null;
    if (share < canary.share) {
      throw new Error(`The canary is at ${canary.share} % already: a share only rises. Halt it to take it back.`);
    }
    const findings = await runGates(check, [candidate, createControlCandidate(candidate.state)], isForced);
    return { action: 'rollout', live, canary: { ...canary, share }, locks, findings };
  });
}

/** Makes the canary the live composition. @throws {GatesFailedError} */
export function complete(
  environment: Environment,
  author: Author,
  { check, isForced = false, compositionSeq }: RolloutOptions,
): Promise<LiveState> {
  return updateHead(environment, author, async (state) => {
    const { canary, locks, apps, candidate } = getRunningCanary(state, compositionSeq);
    assertChangeable(environment, state, apps, isForced);
    const findings = await runGates(check, [candidate], isForced);
    return { action: 'complete', live: canary.composition, canary: null, locks, findings };
  });
}

/**
 * Takes the canary back from everybody.
 *
 * @param compositionSeq The `seq` of the composition that is meant; left out, whichever runs. Another one is left alone.
 */
export function halt(environment: Environment, author: Author, compositionSeq?: number): Promise<LiveState> {
  return updateHead(environment, author, async (state) => {
    if (compositionSeq !== undefined && state?.canary?.seq !== compositionSeq) return null;
    const { live, locks, apps } = getRunningCanary(state);
    environment.authorize?.({ action: 'rollback', apps, state });
    return { action: 'halt', live, canary: null, locks };
  });
}

/**
 * The canary that runs, and the apps it changes.
 *
 * @param compositionSeq The `seq` of the composition that is meant; left out, whichever runs.
 * @throws A sentence when none runs, or another one.
 */
export function getRunningCanary(state: LiveState | null, compositionSeq?: number) {
  if (!state?.head.canary || !state.canary) throw new Error('No canary is running.');
  const { seq } = state.canary;
  if (compositionSeq !== undefined && seq !== compositionSeq) {
    throw new Error(
      `The canary of change ${compositionSeq} was ended meanwhile, and that of change ${seq} runs: look at it first.`,
    );
  }
  const candidate = { next: state.canary, state, mayDropRoutes: true };
  return { ...state.head, canary: state.head.canary, apps: listChangedApps(state.live, state.canary), candidate };
}
