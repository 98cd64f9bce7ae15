import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Candidate, type CheckComposition, createControlCandidate, runGates } from '../gates/run-gates';
import type { ReleaseId } from '../release/release';
import { planStep } from '../state/apply-step';
import type { Stage } from '../state/canary';
import { assertSameAudience, type CanaryAudience } from '../state/canary-audience';
import { compose, pinReleases, toCanaryChanges } from '../state/compose';
import { type Apps, getReleases, isSameComposition } from '../state/composition';
import type { Author, Environment, LiveState } from '../state/environment';
import { assertChangeable } from '../state/live-state';
import type { Step } from '../state/signer';
import { ConflictError } from '../store/errors';
import { checkCanaries } from './rebuild-canaries';
import { type UpdatedState, updateHead } from './update-head';

export interface PromoteOptions {
  check: CheckComposition;
  /** Starts a canary: percentage of the visitors, 0 to 100. Absent: all visitors get the composition at once. */
  canaryShare?: number;
  /** Visitors who get the canary whatever the share: staff, visitors from regions, and customers of groups. A share of 0 needs one of them. */
  canaryAllowlist?: Omit<CanaryAudience, 'share'>;
  /** Shares to which the monitor raises the canary, lowest first. */
  stages?: readonly Stage[];
  /** Person who hears when the canary ends. Default: the author, who in a change with approvals is followed by other names. */
  owner?: string;
  /** Makes the composition live in spite of findings. The audit log records them. */
  isForced?: boolean;
  removed?: readonly string[];
}

/**
 * Makes releases live. They replace the releases of their apps in the live composition. When another promotion came first,
 * this one is composed with its result, checked again and tried again.
 *
 * A promotion to every visitor never depends on a canary: the running canaries are rebuilt on the new live composition. Those
 * that change a promoted app, or do not pass the gates, end with the same change.
 *
 * @returns The state that the promotion made. The live state when the composition consists of these releases already.
 * @throws When an app is locked, a canary changes the app of a new canary, too many canaries are running, they hold the share, or
 *   the arguments contradict each other or the live composition.
 */
export function promote(
  environment: Environment,
  promoted: readonly ReleaseId[],
  author: Author,
  options: PromoteOptions,
): Promise<UpdatedState> {
  const { check, canaryShare, canaryAllowlist = {}, stages = [], isForced = false, removed = [] } = options;
  const { owner = author.by } = options;
  return updateHead(environment, author, check, async (state, gates) => {
    const apps = [...promoted.map(({ app }) => app), ...removed];
    const freezes = await assertChangeable(environment, state, apps, isForced);
    const audience = canaryShare === undefined ? null : { share: canaryShare, ...canaryAllowlist };
    const { name: env, store } = environment;
    const next = await pinReleases(store, compose(env, state?.live ?? null, promoted, removed));
    if (isPromoted(state, next, { audience, stages })) return null;
    const step: Step = audience
      ? { action: 'canary', canary: { ...toNewCanary(state, next), ...audience, owner, stages: [...stages] } }
      : { action: 'promote', live: next };
    // Checked before the gates, which take seconds.
    const planned = planStep(state, {
      env,
      author,
      isForced,
      step,
      target: { apps: next },
      at: new Date().toISOString(),
    });
    await runGates(gates.check, listCandidates({ next, state }, audience !== null), isForced);
    if (state) await checkCanaries(planned, { state, gates });
    return { step, isForced, freezes };
  });
}

/**
 * Lists the compositions that visitors have after a change, on which the gates run.
 *
 * @param isCanary  A part of the visitors stays on the live composition, so the gates run on it too.
 */
export const listCandidates = (candidate: Candidate, isCanary: boolean): Candidate[] => [
  candidate,
  ...(isCanary && candidate.state ? [createControlCandidate(candidate.state)] : []),
];

/**
 * Whether visitors have a composition already: it is live, or its canary runs.
 *
 * @param wanted  The audience and the stages of the canary. Without an audience it is for every visitor.
 * @throws {ConflictError} When the canary runs with another audience, or with other stages.
 */
export function isPromoted(
  state: LiveState | null,
  next: Apps,
  { audience, stages }: { audience: CanaryAudience | null; stages: readonly Stage[] },
): boolean {
  if (state && isSameComposition(state.live, next)) return true;
  const same = state?.canaries.find(({ composition }) => isSameComposition(composition, next));
  if (!same) return false;
  assertSameAudience(same, audience);
  if (isDeepStrictEqual(same.plan?.stages ?? [], stages)) return true;
  throw new ConflictError(
    `This canary runs already, at ${same.share} %, with other stages: halt it and begin again to change them.`,
  );
}

const toNewCanary = (state: LiveState | null, next: Apps) => ({
  id: randomUUID(),
  ...(state ? toCanaryChanges(state.live, next) : { releases: getReleases(next), removed: [] }),
});
