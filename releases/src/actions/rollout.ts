import type { PinnedComposition } from '../state/composition';
import { compareCompositions } from '../state/composition-diff';
import type { Author, Environment, LiveState } from '../state/environment';
import { assertChangeable } from './assert-changeable';
import type { PromoteOptions } from './promote';
import { type Candidate, createControlCandidate, runGates } from './run-gates';
import { updateHead } from './update-head';

/** Lists the names of the apps that differ between two compositions. */
export const listChangedApps = (before: PinnedComposition, after: PinnedComposition) =>
  compareCompositions(before, after).map(({ app }) => app);

export interface RolloutOptions extends Pick<PromoteOptions, 'check' | 'isForced'> {
  /** The `seq` of the canary's composition. When another canary is running, the step fails. Absent: any running canary. */
  compositionSeq?: number;
}

/**
 * Raises the share of a running canary. The share never falls, so a visitor who has the canary keeps it.
 *
 * @param share  Percentage of the visitors, 0 to 100.
 * @throws {GatesFailedError} When a gate finds a problem in the canary or the live composition.
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
      throw new Error(`The canary is at ${canary.share} % already: a share only rises. Halt it to end it.`);
    }
    const findings = await runGates(check, [candidate, createControlCandidate(candidate.state)], isForced);
    return { action: 'rollout', live, canary: { ...canary, share }, locks, findings };
  });
}

/** Makes the canary's composition the live one. @throws {GatesFailedError} When a gate finds a problem in it. */
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
 * Ends the canary. All visitors get the live composition.
 *
 * @param compositionSeq  The `seq` of the canary's composition. Another canary keeps running. Absent: any running canary.
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
 * Gets the running canary, the apps that it changes, and the candidate for the gates.
 *
 * @param compositionSeq  The `seq` of the canary's composition. Absent: any running canary.
 * @throws When no canary is running, or another one.
 */
export function getRunningCanary(state: LiveState | null, compositionSeq?: number) {
  if (!state?.head.canary || !state.canary) throw new Error('No canary is running.');
  const { seq } = state.canary;
  if (compositionSeq !== undefined && seq !== compositionSeq) {
    throw new Error(
      `The canary of change ${compositionSeq} has ended, and that of change ${seq} is running: check that one first.`,
    );
  }
  const candidate = { next: state.canary, state, mayDropRoutes: true } satisfies Candidate;
  return { ...state.head, canary: state.head.canary, apps: listChangedApps(state.live, state.canary), candidate };
}
