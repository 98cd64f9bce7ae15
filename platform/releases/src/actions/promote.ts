import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { CanaryPlan } from '../change-model/canary-plan';
import { type Candidate, type CheckComposition, runGates } from '../gates/run-gates';
import { assertNotOvertaken } from '../history/rollback-target';
import type { ReleaseId } from '../release/release';
import { planStep } from '../state/apply-step';
import { assertSameAudience } from '../state/canary-audience';
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
  /** Starts a canary. Null or absent: all visitors get the composition at once. */
  canary?: CanaryPlan | null;
  /** Person who hears when the canary ends. Default: the author, who in a change with approvals is followed by other names. */
  owner?: string;
  /** Makes the composition live in spite of findings. The audit log records them. */
  isForced?: boolean;
  removed?: readonly string[];
}

/**
 * Makes releases live. They replace the releases of their apps in the live composition. When a change of other apps came first,
 * this one is composed with its result, checked again and tried again.
 *
 * A promotion to every visitor never depends on a canary: the running canaries are rebuilt on the new live composition. Those
 * that change a promoted app, or do not pass the gates, end with the same change.
 *
 * @returns The state that the promotion made. The live state when the composition consists of these releases already.
 * @throws When an app is locked, another change of an app came first, a canary changes the app of a new canary, too many canaries are
 *   running, they hold the share, or the arguments contradict each other or the live composition.
 */
export function promote(
  environment: Environment,
  promoted: readonly ReleaseId[],
  author: Author,
  options: PromoteOptions,
): Promise<UpdatedState> {
  const { check, canary = null, isForced = false, removed = [], owner = author.by } = options;
  let requestedIn: LiveState | null = null;
  return updateHead(environment, author, check, async (state, gates) => {
    const apps = [...promoted.map(({ app }) => app), ...removed];
    const freezes = await assertChangeable(environment, state, apps, isForced);
    const { name: env, store } = environment;
    const next = await pinReleases(store, compose(env, state?.live ?? null, promoted, removed));
    if (isPromoted(state, next, canary)) return null;
    if (requestedIn && state) await assertNotOvertaken(environment, requestedIn, state, apps);
    requestedIn = state;
    const step: Step = canary
      ? { action: 'canary', canary: { ...toNewCanary(state, next), ...canary, owner, stages: canary.stages ?? [] } }
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
    await runGates(gates.check, listCandidates({ next, state }, canary !== null), isForced);
    if (state) await checkCanaries(planned, { state, gates });
    return { step, isForced, freezes };
  });
}

/**
 * Lists the compositions that visitors have after a change, on which the gates run.
 *
 * @param isCanary  A part of the visitors stays on the live composition, so the gates run on it too.
 */
export function listCandidates(candidate: Candidate, isCanary: boolean): Candidate[] {
  const { state } = candidate;
  return isCanary && state ? [candidate, { next: state.live, state, isServed: true }] : [candidate];
}

/**
 * Whether visitors have a composition already: it is live, or its canary runs.
 *
 * @param plan  Null: for every visitor.
 * @throws {ConflictError} When the canary runs with another audience, or with other stages.
 */
export function isPromoted(state: LiveState | null, next: Apps, plan: CanaryPlan | null): boolean {
  if (state && isSameComposition(state.live, next)) return true;
  const same = state?.canaries.find(({ composition }) => isSameComposition(composition, next));
  if (!same) return false;
  assertSameAudience(same, plan);
  if (isDeepStrictEqual(same.plan?.stages ?? [], plan?.stages ?? [])) return true;
  throw new ConflictError(
    `This canary runs already, at ${same.share} %, with other stages: halt it and begin again to change them.`,
  );
}

const toNewCanary = (state: LiveState | null, next: Apps) => ({
  id: randomUUID(),
  ...(state ? toCanaryChanges(state.live, next) : { releases: getReleases(next), removed: [] }),
});
