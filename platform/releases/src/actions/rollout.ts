import { kinds } from '../change-model/changes';
import { formatCanaryName } from '../change-model/words';
import { type CheckComposition, GatesFailedError, runGates } from '../gates/run-gates';
import { planStep } from '../state/apply-step';
import { type AuditLogEntry, readAuditLog } from '../state/audit-log';
import { findDueStage, listCanaryApps } from '../state/canary';
import { findStageProblem } from '../state/canary-shares';
import { type Apps, readComposition } from '../state/composition';
import { compareCompositions } from '../state/composition-diff';
import type { Author, Environment, LiveState } from '../state/environment';
import { assertChangeable, type CanarySelector, findCanary } from '../state/live-state';
import type { Step } from '../state/signer';
import { ConflictError } from '../store/errors';
import { nullIfCorrupt } from '../store/parse-json';
import { listCandidates, type PromoteOptions } from './promote';
import { checkCanaries } from './rebuild-canaries';
import { type UpdatedState, updateHead } from './update-head';

export interface RolloutOptions extends Pick<PromoteOptions, 'check' | 'isForced'> {
  canary?: CanarySelector;
}

type Decide = Parameters<typeof updateHead>[3];

/** Raises the share of a running canary. The share never falls, so a visitor who has the canary keeps it. */
export const rollout = (environment: Environment, share: number, author: Author, options: RolloutOptions) =>
  updateHead(environment, author, options.check, giveToMore(environment, author, share, options));

/**
 * Makes the canary's composition the live one. The other canaries are rebuilt on it; those that do not pass the gates end with
 * the same change.
 */
export const complete = (environment: Environment, author: Author, options: RolloutOptions) =>
  updateHead(environment, author, options.check, giveToMore(environment, author, 'complete', options));

/** Decides a step of a canary to more visitors. */
const giveToMore =
  (
    environment: Environment,
    author: Author,
    share: number | 'complete',
    { isForced = false, canary: selector }: Omit<RolloutOptions, 'check'>,
  ): Decide =>
  async (state, gates) => {
    const { canary, state: running } = getRunningCanary(state, selector);
    const freezes = await assertChangeable(environment, running, listCanaryApps(canary), isForced);
    if (share === canary.share) return null;
    const step: Step =
      share === 'complete'
        ? { action: 'complete', canary: canary.id }
        : { action: 'rollout', canary: canary.id, share };
    const request = { env: environment.name, author, isForced, step, at: new Date().toISOString() };
    const planned = planStep(running, request);
    // Checked before the gates, which take seconds.
    if (planned.findings.length > 0 && !isForced) throw new GatesFailedError(planned.findings, canary.composition);
    const candidate = { next: canary.composition, state: running, mayDropRoutes: true };
    await runGates(gates.check, listCandidates(candidate, share !== 'complete'), isForced);
    await checkCanaries(planned, { state: running, gates });
    return { step, isForced, freezes };
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
): Promise<UpdatedState> =>
  updateHead(environment, author, gates, async (state, recorded) => {
    const { canaries = [] } = state ?? {};
    const canary = canaries.find((running) => running.id === id);
    const stage = findDueStage(canary?.plan, now);
    if (!canary || !stage || findStageProblem(environment.name, canary, canaries)) return null;
    const share = stage.share === 100 ? 'complete' : stage.share;
    return giveToMore(environment, author, share, { canary: { id } })(state, recorded);
  });

/** Stops the plan of a canary. The canary keeps its share. */
export const pause = (environment: Environment, author: Author, selector: CanarySelector = {}): Promise<UpdatedState> =>
  changePlan(environment, author, 'pause', selector);

/** Continues the plan of a canary. The time of its next stage starts again. */
export const resume = (
  environment: Environment,
  author: Author,
  selector: CanarySelector = {},
): Promise<UpdatedState> => changePlan(environment, author, 'resume', selector);

/** @throws When the canary has no plan, or the policy does not allow to change it. */
const changePlan = (environment: Environment, author: Author, action: 'pause' | 'resume', selector: CanarySelector) =>
  updateHead(environment, author, null, async (state) => {
    const { canary } = getRunningCanary(state, selector);
    environment.authorize?.({ action: kinds[action].permission, apps: listCanaryApps(canary), state });
    const isDone = canary.plan && (canary.plan.paused !== undefined) === (action === 'pause');
    return isDone ? null : { step: { action, canary: canary.id } };
  });

/** A canary cannot end any more, because every visitor still has its versions. */
export class CanaryCompletedError extends ConflictError {
  override name = 'CanaryCompletedError';

  constructor(apps: readonly string[], { by, seq }: Pick<AuditLogEntry, 'by' | 'seq'>) {
    super(`${by} completed ${formatCanaryName(apps)} for every visitor in change ${seq}: roll back instead.`);
  }
}

/** Number of changes in which `halt` looks for a canary that has ended. */
const maxSearched = 100;

/**
 * Ends a canary. Its visitors get the live composition and their other canaries. The other canaries stay as they are.
 *
 * @param selector  The id of a canary that has ended in the newest 100 changes changes nothing. May be absent while one canary is
 *   running.
 * @throws {CanaryCompletedError} When every visitor still has the versions of the named canary, which was completed.
 * @throws {ConflictError} When there is no such canary.
 */
export function halt(environment: Environment, author: Author, selector: CanarySelector = {}): Promise<UpdatedState> {
  return updateHead(environment, author, null, async (state) => {
    const authorize = (apps: readonly string[] | null) =>
      environment.authorize?.({ action: kinds.halt.permission, apps, state });
    const { id } = selector;
    if (state && id !== undefined && !state.canaries.some((running) => running.id === id)) {
      // Only the log tells its apps. It is read for people who may halt a canary of some app.
      authorize(null);
      const ended = await findEnded(environment, state, id);
      if (!ended) {
        throw new ConflictError(
          `That canary is not running, and the newest ${maxSearched} changes do not say how it ended. If it was completed, every visitor has its versions: look at the history, and roll back.`,
        );
      }
      authorize(ended.apps);
      if (ended.completion && (await isStillLive(environment, state.live, ended.completion)))
        throw new CanaryCompletedError(ended.apps, ended.completion);
      return null;
    }
    const { canary } = getRunningCanary(state, selector);
    authorize(listCanaryApps(canary));
    return { step: { action: 'halt', canary: canary.id } };
  });
}

/** Finds a canary that has ended in the newest changes of the audit log. @returns Null when they do not name it, or one is damaged. */
const findEnded = ({ store, trusted }: Environment, { head }: LiveState, id: string) =>
  nullIfCorrupt(async () => {
    let searched = 0;
    for await (const entry of readAuditLog(store, head.log, trusted)) {
      const { action, canary, halted } = entry;
      if (canary?.id === id) return { apps: canary.apps, completion: action === 'complete' ? entry : null };
      const found = halted.find((named) => named.id === id);
      if (found) return { apps: found.apps, completion: null };
      if (++searched === maxSearched) break;
    }
    return null;
  });

/** Whether the live composition still has a version that the completion of a canary brought to every visitor. */
async function isStillLive(
  { store, trusted }: Environment,
  live: Apps,
  { live: ref, canary }: AuditLogEntry,
): Promise<boolean> {
  const replaced = compareCompositions(await readComposition(store, ref, trusted), live).map(({ app }) => app);
  return canary?.apps.some((app) => !replaced.includes(app)) ?? false;
}

/** Gets a running canary. @throws When there is no such canary, or the selector fits several. */
function getRunningCanary(state: LiveState | null, selector?: CanarySelector) {
  const canary = findCanary(state, selector);
  if (!state) throw new ConflictError('No canary is running.');
  return { canary, state };
}
