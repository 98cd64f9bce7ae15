import { kinds } from '../change-model/changes';
import {
  type Candidate,
  type CheckComposition,
  createControlCandidate,
  GatesFailedError,
  runGates,
} from '../gates/run-gates';
import type { Finding } from '../state/audit-log';
import {
  advancePlan,
  type Canary,
  findDueStage,
  formatCanary,
  listCanaryApps,
  listForceFindings,
} from '../state/canary';
import { assertShareFree, findStageProblem } from '../state/canary-shares';
import type { PinnedComposition } from '../state/composition';
import { compareCompositions } from '../state/composition-diff';
import type { Author, Environment, LiveState, RunningCanary } from '../state/environment';
import type { Head } from '../state/head';
import { assertChangeable, type CanarySelector, findCanary } from '../state/live-state';
import { ConflictError } from '../store/errors';
import type { PromoteOptions } from './promote';
import { markForced, rebuildCanaries } from './rebuild-canaries';
import { updateHead } from './update-head';

export const listChangedApps = (before: PinnedComposition, after: PinnedComposition) =>
  compareCompositions(before, after).map(({ app }) => app);

export interface RolloutOptions extends Pick<PromoteOptions, 'check' | 'isForced'> {
  canary?: CanarySelector;
}

type Decide = Parameters<typeof updateHead>[3];

/**
 * Checks that a step of a forced canary is forced too.
 *
 * @returns The findings for the audit log.
 * @throws {GatesFailedError} When the step is not forced.
 */
function assertForceKept(canary: RunningCanary, isForced: boolean): Finding[] {
  const findings = listForceFindings(canary);
  if (findings.length > 0 && !isForced) throw new GatesFailedError(findings, canary.composition);
  return findings;
}

/** Raises the share of a running canary. The share never falls, so a visitor who has the canary keeps it. */
export const rollout = (environment: Environment, share: number, author: Author, options: RolloutOptions) =>
  updateHead(environment, author, options.check, raiseShare(environment, share, options));

const raiseShare =
  (environment: Environment, share: number, { isForced = false, canary: selector }: RolloutOptions): Decide =>
  async (state, check) => {
    const { canary, head, candidate } = getRunningCanary(state, selector);
    const overridden = await assertChangeable(environment, state, listCanaryApps(canary), isForced);
    if (share === canary.share) return null;
    if (share < canary.share) {
      throw new ConflictError(`The canary is at ${canary.share} % already: a share only rises. Halt it to end it.`);
    }
    assertShareFree(environment.name, share, head.canaries, canary.id);
    overridden.push(...assertForceKept(canary, isForced));
    const found = await runGates(check, [candidate, createControlCandidate(candidate.state)], isForced);
    const findings = [...overridden, ...found];
    const since = new Date().toISOString();
    const canaries = replaceCanary(head, canary.id, ({ plan, ...running }) => {
      const next = advancePlan(plan, share, since);
      return markForced({ ...running, share, ...(next ? { plan: next } : {}) }, findings);
    });
    return { action: 'rollout', canary, canaries, isForced, findings };
  };

const replaceCanary = ({ canaries }: Head, id: string, replace: (canary: Canary) => Canary) =>
  canaries.map((running) => (running.id === id ? replace(running) : running));

/**
 * Makes the canary's composition the live one. The other canaries are rebuilt on it; those that do not pass the gates end with
 * the same change.
 */
export const complete = (environment: Environment, author: Author, options: RolloutOptions) =>
  updateHead(environment, author, options.check, completeCanary(environment, author, options));

const completeCanary =
  (environment: Environment, author: Author, { isForced = false, canary: selector }: RolloutOptions): Decide =>
  async (state, check) => {
    const { canary, candidate, ref } = getRunningCanary(state, selector);
    const overridden = await assertChangeable(environment, state, listCanaryApps(canary), isForced);
    overridden.push(...assertForceKept(canary, isForced));
    const findings = await runGates(check, [candidate], isForced);
    const others = { ...candidate.state, canaries: candidate.state.canaries.filter(({ id }) => id !== canary.id) };
    const rebuilt = await rebuildCanaries({
      ...{ state: others, base: canary.composition, changedApps: listCanaryApps(canary), check },
      cause: `was completed for every visitor by ${author.by}`,
    });
    return { action: 'complete', live: ref, canary, ...rebuilt, isForced, findings: [...overridden, ...findings] };
  };

/**
 * Raises a canary to the next stage of its plan when the stage is due, and completes it at 100 %. Several monitors may try it
 * at the same time: one makes the change. A stage whose share is not free waits.
 *
 * @param id  Id of the canary. One that has ended changes nothing.
 * @param now  Milliseconds since the epoch.
 */
export const advance = (
  environment: Environment,
  author: Author,
  { check: gates, id, now }: { check: CheckComposition; id: string; now: number },
): Promise<LiveState> =>
  updateHead(environment, author, gates, async (state, check) => {
    const { canaries = [] } = state ?? {};
    const canary = canaries.find((running) => running.id === id);
    const stage = findDueStage(canary?.plan, now);
    if (!canary || !stage || findStageProblem(environment.name, canary, canaries)) return null;
    const options = { check, canary: { id } };
    const decide =
      stage.share === 100
        ? completeCanary(environment, author, options)
        : raiseShare(environment, stage.share, options);
    return decide(state, check);
  });

/** Stops the plan of a canary. The canary keeps its share. */
export const pause = (environment: Environment, author: Author, selector: CanarySelector = {}): Promise<LiveState> =>
  updateHead(environment, author, null, async (state) => {
    const { canary, head, plan } = getPlannedCanary(environment, state, selector);
    if (plan.paused) return null;
    const canaries = replaceCanary(head, canary.id, (running) => ({ ...running, plan: { ...plan, paused: author } }));
    return { action: 'pause', canary, canaries };
  });

/** Continues the plan of a canary. The time of its next stage starts again. */
export const resume = (environment: Environment, author: Author, selector: CanarySelector = {}): Promise<LiveState> =>
  updateHead(environment, author, null, async (state) => {
    const { canary, head, plan } = getPlannedCanary(environment, state, selector);
    if (!plan.paused) return null;
    const next = { stages: plan.stages, since: new Date().toISOString() };
    return { action: 'resume', canary, canaries: replaceCanary(head, canary.id, (old) => ({ ...old, plan: next })) };
  });

/** @throws When the canary has no plan, or the policy does not allow to change it. */
function getPlannedCanary(environment: Environment, state: LiveState | null, selector: CanarySelector) {
  const { canary, head } = getRunningCanary(state, selector);
  environment.authorize?.({ action: kinds.pause.permission, apps: listCanaryApps(canary), state });
  const { plan } = canary;
  if (!plan) throw new ConflictError(`${formatCanary(canary)} has no stages: it rises when a person raises it.`);
  return { canary, head, plan };
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
    environment.authorize?.({ action: kinds.halt.permission, apps: listCanaryApps(canary), state });
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
  if (!state || !ref) throw new ConflictError('No canary is running.');
  return { canary, head: state.head, ref, candidate: { next: canary.composition, state, mayDropRoutes: true } };
}
