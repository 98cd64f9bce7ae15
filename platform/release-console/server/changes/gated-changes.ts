import { applyChange } from '@shop/releases/actions/apply-change';
import { isPromoted, listCandidates } from '@shop/releases/actions/promote';
import {
  type Change,
  canForce,
  isOverride,
  kinds,
  listNeeds,
  listRemovedPaths,
  setForced,
} from '@shop/releases/change-model/changes';
import { listSelectedApps } from '@shop/releases/change-model/kinds/promote';
import { type CheckComposition, GatesFailedError, withAllFindings } from '@shop/releases/gates/run-gates';
import { formatRecord, readHistory } from '@shop/releases/history/read-history';
import { readSources } from '@shop/releases/history/read-sources';
import {
  type Actor,
  createAuthorize,
  findMissingApprovals,
  listNeededApprovals,
  NotAllowedError,
  type Policy,
} from '@shop/releases/policy/policy';
import { findRelease } from '@shop/releases/release/find-release';
import { HttpError, type ParsedBody } from '@shop/releases/service-api/requests';
import type { ChangeResult, CheckResult, Finding } from '@shop/releases/service-api/responses';
import { getFindingKey, isBlocking, isSameFinding } from '@shop/releases/state/audit-log';
import { listForceFindings } from '@shop/releases/state/canary';
import { assertAudienceNotEmpty } from '@shop/releases/state/canary-audience';
import { compose } from '@shop/releases/state/compose';
import type { AppChange, Apps } from '@shop/releases/state/composition';
import { compareCompositions } from '@shop/releases/state/composition-diff';
import type { Environment, LiveState, PermissionRequest } from '@shop/releases/state/environment';
import {
  assertChangeable,
  FrozenError,
  findCanary,
  findFreezeFinding,
  readLiveState,
  toRunningCanaries,
} from '@shop/releases/state/live-state';
import { startWebhooks } from '@shop/releases/webhooks/deliver-webhooks';
import type { Webhook } from '@shop/releases/webhooks/webhook-settings';
import type { Caller, CallerSource } from '../auth/principals';
import type { ApprovableChange } from '../database/documents';
import { type ApprovalRequests, loadApprovalView } from './approval-requests';

/** Changes that the message about a changed environment names at most. */
const namedChanges = 3;

/**
 * Makes a change, and says who changed what when another change came first.
 *
 * @param seq  Number of the newest change that the caller saw.
 * @throws {StateChangedError}
 */
export async function withLaterChanges<Result>(
  environment: Environment,
  seq: number,
  make: () => Promise<Result>,
): Promise<Result> {
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof StateChangedError)) throw error;
    const { records } = await readHistory(environment, { limit: namedChanges });
    const later = records.filter(({ entry }) => entry.seq > seq).reverse();
    if (later.length === 0) throw error;
    const texts = later.map((record) => `${record.entry.by} ${formatRecord(record)} (change ${record.entry.seq})`);
    throw new StateChangedError(
      409,
      `${environment.name} has changed since you opened this: ${texts.join('; ')}. Review it and try again.`,
    );
  }
}

/** Creates the gates of an environment. `removedPaths` are live paths that may lose their owner. */
export type CreateGates = (environment: Environment, removedPaths: readonly string[]) => CheckComposition;

export interface ChangeOptions extends CallerSource {
  createGates: CreateGates;
  approvals: ApprovalRequests;
  /** Id of the schedule that makes the change. */
  job?: string;
}

/** The environment has changed since the caller saw it. */
export class StateChangedError extends HttpError {
  override name = 'StateChangedError';
}

/**
 * Wraps an environment for a caller. Every change is checked against the policy, and against the state that the caller saw.
 *
 * @param seq  Number of the newest change that the caller saw. A change fails when another change happened since.
 * @param webhooks  They receive the first change of a new environment too.
 */
export function createUserEnvironment(
  environment: Environment,
  caller: Caller,
  seq: number,
  webhooks: readonly Webhook[],
): Environment {
  const createCheck = ({ policy, actor, isRevoked }: Caller): ReturnType<typeof createAuthorize> => {
    if (!isRevoked) return createAuthorize(policy, actor, environment.name);
    return () => {
      throw new NotAllowedError(`The token of ${actor.name} was revoked.`);
    };
  };
  const authorize = createCheck(caller);
  const allowed: PermissionRequest[] = [];
  return {
    ...environment,
    reauthorize: async () => {
      allowed.forEach(createCheck(await caller.reload()));
      // They begin before the change, once its author is allowed to make it. They do not keep a person from it.
      if (seq === 0) await startWebhooks(environment, webhooks).catch(() => undefined);
    },
    authorize: (request) => {
      authorize(request);
      allowed.push(request);
      const current = request.state?.head.seq ?? 0;
      if (current === seq) return;
      throw new StateChangedError(
        409,
        `${environment.name} has changed: it is at change ${current}, and you saw change ${seq}. Review it and try again.`,
      );
    },
  };
}

/** The people of a change: its author, and those who have approved it. */
interface People {
  author: Caller;
  approvers: readonly Actor[];
}

/** Checks the approvals of a change once more, after the gates. @param load  Finds the people with the permissions of that moment. */
const withApprovals = (
  environment: Environment,
  { apps, isForced }: { apps: readonly string[]; isForced: boolean },
  load: () => Promise<People>,
): Environment => ({
  ...environment,
  reauthorize: async () => {
    await environment.reauthorize?.();
    const { author, approvers } = await load();
    if (findMissingApprovals(author.policy, environment.name, apps, approvers, isForced).length === 0) return;
    throw new HttpError(
      409,
      'This change needs more approvals than it has: the policy has changed, or an approval ended.',
    );
  },
});

type Selection = Pick<ParsedBody<'check'>, 'releases' | 'removedApps'>;

/** Loads the releases of a selection. @throws {HttpError} 400 when it is empty. */
function findReleases({ store }: Environment, { releases, removedApps }: Selection) {
  if (releases.length + removedApps.length === 0) throw new HttpError(400, 'Choose a version of an app first.');
  return Promise.all(releases.map((ref) => findRelease(store, ref)));
}

/** Runs the gates on the composition that a promotion would create. It changes nothing. @param author  Name of the caller. */
export async function checkPromotion(
  environment: Environment,
  selection: ParsedBody<'check'>,
  { createGates, policy, author }: { createGates: CreateGates; policy: Policy; author: string },
): Promise<CheckResult> {
  const [releases, state] = await Promise.all([findReleases(environment, selection), readLiveState(environment)]);
  const next = compose(environment.name, state?.live ?? null, releases, selection.removedApps);
  const findings = await createGates(environment, selection.removedPaths)({ next, state });
  const apps = listSelectedApps(selection);
  const { freezes } = (await environment.loadRules?.()) ?? {};
  return {
    seq: state?.head.seq ?? 0,
    live: state?.live.seq ?? 0,
    changes: compareCompositions(state?.live ?? null, next),
    findings: findings.filter(isBlocking),
    warnings: findings.filter((finding) => !isBlocking(finding)),
    freeze: findFreezeFinding(environment.name, freezes, apps),
    approvals: listNeededApprovals(policy, environment.name, apps, false, author),
    forcedApprovals: listNeededApprovals(policy, environment.name, apps, true, author),
  };
}

const toResult = ({ head }: LiveState): ChangeResult & { kind: 'live' } => ({ kind: 'live', seq: head.seq });

/**
 * Names the exact releases and the canary of a change, and finds its apps, the composition that it creates, and the findings of a
 * forced canary.
 *
 * @throws When a release is not published, the canary has ended, or a new one has no visitors.
 */
async function planChange(environment: Environment, wanted: Change, state: LiveState | null) {
  const plan = (change: Change, next: () => Apps | null, forced: Finding[] = []) => {
    const { apps } = listNeeds(change, toRunningCanaries(state));
    return { change, apps: apps ?? [], next, forced };
  };
  const live = state?.live ?? null;
  if (wanted.kind === 'rollout') {
    const canary = findCanary(state, wanted.canary === undefined ? {} : { id: wanted.canary });
    return plan({ ...wanted, canary: canary.id }, () => canary.composition, listForceFindings(canary));
  }
  if (wanted.kind !== 'promote') return plan(wanted, () => live);
  if (wanted.canary) assertAudienceNotEmpty(wanted.canary);
  const releases = await findReleases(environment, wanted);
  return plan({ ...wanted, releases }, () => compose(environment.name, live, releases, wanted.removedApps));
}

/**
 * Whether a change would leave its environment as it is. Each kind that waits for people is known here.
 *
 * @param next  The composition that it creates.
 * @throws {ConflictError} When its canary runs with another audience, or with other stages.
 */
function isMade(change: Change, state: LiveState, next: Apps | null): boolean {
  if (change.kind === 'rollout' && change.canary !== undefined) {
    return findCanary(state, { id: change.canary }).share === change.share;
  }
  if (change.kind !== 'promote' || !next) return false;
  return isPromoted(state, next, change.canary);
}

/** Lists what a change replaces. @param next  The composition that it creates. */
const listChanges = (state: LiveState | null, next: Apps | null): AppChange[] =>
  next ? compareCompositions(state?.live ?? null, next) : [];

/**
 * Makes a change of an environment. The routes and the schedules use it. A change that needs further people by the policy, or because
 * it forces an app that moves money, becomes an approval request. It is made at once when only its force needs them and the gates find
 * nothing. No machine may force a change that needs an approval: the person who starts its workflow could approve it.
 *
 * @param environment  The environment of the caller, who may lack a permission.
 * @param by  The author in the audit log.
 * @returns The live state for a change that the environment has already, as if no approval was needed.
 * @throws {GatesFailedError | NotAllowedError | FrozenError}
 */
export async function makeChange(
  environment: Environment,
  wanted: Change,
  by: string,
  caller: Caller,
  service: ChangeOptions,
): Promise<ChangeResult> {
  const { createGates, approvals, job } = service;
  const { name: env } = environment;
  const ownCheck = createGates(environment, listRemovedPaths(wanted));
  const options = job ? { job } : {};
  if (!kinds[wanted.kind].waitsForPeople) {
    return toResult(await applyChange(environment, wanted, by, { check: ownCheck, ...options }));
  }
  const isForced = isOverride(wanted);
  // A person who forces or approves the change sees the findings of all gates.
  const check = isForced ? withAllFindings(ownCheck) : ownCheck;
  const state = await readLiveState(environment);
  const { change, apps, next, forced } = await planChange(environment, wanted, state);
  const apply = async (overridesGates: boolean) => {
    const load = async () => ({ author: await caller.reload(), approvers: [] });
    const checked = withApprovals(environment, { apps, isForced: overridesGates }, load);
    return toResult(await applyChange(checked, setForced(change, overridesGates), by, { check, ...options }));
  };
  const needsApproval = (isOverriding: boolean) =>
    findMissingApprovals(caller.policy, env, apps, [], isOverriding).length > 0;
  if (!needsApproval(isForced)) return apply(isForced);
  for (const action of listNeeds(change, null).permissions) environment.authorize?.({ action, apps, state });
  // No person could approve it, because the approved change would find nothing to do.
  if (state && isMade(change, state, next())) return toResult(state);

  const request = async (findings: Finding[]): Promise<ChangeResult> => {
    if (isForced && caller.principal.machine) {
      throw new HttpError(403, 'A machine cannot force a change that needs an approval: a person requests it.');
    }
    const changes = listChanges(state, next());
    const sources = await readSources(environment, changes);
    const requested = { kind: 'release' as const, author: caller.principal, change, apps, changes, sources, findings };
    const added = await approvals.add(job ? { ...requested, schedule: job } : requested);
    return { kind: 'pending', approval: await loadApprovalView(service, added, caller) };
  };
  // The start of a canary has allowed it to drop paths: its steps have no such option.
  const steps = change.kind === 'rollout' ? { mayDropRoutes: true } : {};
  const isCanary =
    change.kind === 'rollout' ? change.share !== 'complete' : 'canary' in change && change.canary !== null;
  const findProblems = async (composition = next()): Promise<Finding[]> => {
    const candidates = composition ? listCandidates({ next: composition, state, ...steps }, isCanary) : [];
    const found: Finding[] = [];
    for (const candidate of candidates) found.push(...(await check(candidate)));
    return found.filter(isBlocking);
  };
  if (isForced && !needsApproval(false)) {
    try {
      return await apply(false);
    } catch (error) {
      // Where the gates have not run, the approval must cover what they find too.
      if (error instanceof FrozenError) return request([error.finding, ...forced, ...(await findProblems())]);
      if (!(error instanceof GatesFailedError)) throw error;
      return request(forced.length > 0 ? [...forced, ...(await findProblems())] : error.findings);
    }
  }
  const composition = next();
  if (!composition || !canForce(change.kind)) return request([]);
  const freezes = await assertChangeable(environment, state, apps, isForced);
  const findings = [...freezes, ...forced, ...(await findProblems(composition))];
  if (!isForced && findings.length > 0) throw new GatesFailedError(findings, composition);
  return request(findings);
}

/**
 * Wraps the gates: they fail when they find more than the approved findings. What they find in a canary of another change decides about
 * that canary alone.
 */
function limitFindings(approved: readonly Finding[], check: CheckComposition): CheckComposition {
  const isApproved = (finding: Finding) => approved.some((known) => isSameFinding(finding, known));
  return async (candidate) => {
    const findings = await check(candidate);
    if (candidate.isCompared) return findings;
    if (findings.filter(isBlocking).every(isApproved)) return findings;
    throw new HttpError(
      409,
      'The gates find more than was approved, because something else changed: request it again.',
    );
  };
}

/**
 * Checks that a change replaces the versions that its approvers saw.
 *
 * @param approved  What the change was to replace when it was requested.
 * @param current  What it replaces now.
 * @throws {HttpError} 409 when an app is live in another version, also in the wanted one.
 */
function assertSameVersions(approved: readonly AppChange[], current: readonly AppChange[]): void {
  for (const { app } of [...approved, ...current]) {
    const [seen, found] = [approved, current].map((changes) => changes.find((change) => change.app === app));
    // An app that one of the lists lacks had the wanted version then, or has it now.
    const [was, is] = [seen ? seen.before : found?.after, found ? found.before : seen?.after].map(
      (release) => release?.version ?? 'not live',
    );
    if (was === is) continue;
    if (!found) throw new HttpError(409, `${app} is ${seen?.after ? is : 'gone'} already: reject this request.`);
    throw new HttpError(409, `${app} is ${is} now and was ${was} when this was requested: request it again.`);
  }
}

/** @throws {HttpError} 409 during a freeze that is not among the approved findings. */
async function assertFreezeApproved(
  { name, loadRules }: Environment,
  apps: readonly string[],
  approved: readonly Finding[],
): Promise<void> {
  const freeze = findFreezeFinding(name, (await loadRules?.())?.freezes, apps);
  if (!freeze || approved.some((finding) => getFindingKey(finding) === getFindingKey(freeze))) return;
  throw new HttpError(409, `${freeze.problem}, which was not approved: request it again.`);
}

/**
 * Makes a change after its approvals. The current policy must allow it to its author.
 *
 * @param load  Finds the author, and those who have approved it, with the permissions of that moment.
 * @param by  Author and approvers in the audit log.
 * @param seq  Number of the newest change.
 * @param job  Id of the request.
 * @throws {HttpError} When an app is live in another version, the canary is another one, the gates find more than was approved, or
 *   another freeze has begun.
 * @throws {NotAllowedError} When the policy denies it to the author.
 */
export async function makeApprovedChange(
  environment: Environment,
  { change, apps, changes, findings }: ApprovableChange,
  { load, by, seq, job }: { load: () => Promise<People>; by: string; seq: number; job: string },
  { createGates, webhooks }: { createGates: CreateGates; webhooks: readonly Webhook[] },
): Promise<ChangeResult & { kind: 'live' }> {
  const [state, { author }] = await Promise.all([readLiveState(environment), load()]);
  if (change.kind === 'rollout' && !state?.canaries.some(({ id }) => id === change.canary)) {
    throw new HttpError(409, 'The canary of this request has ended: cancel the request.');
  }
  const { next } = await planChange(environment, change, state);
  assertSameVersions(changes, listChanges(state, next()));
  const isForced = isOverride(change);
  const check = createGates(environment, listRemovedPaths(change));
  const gates = { check: isForced ? limitFindings(findings, check) : check, owner: author.actor.name, job };
  const user = createUserEnvironment(environment, author, seq, webhooks);
  const reauthorize = async () => {
    await user.reauthorize?.();
    if (isForced) await assertFreezeApproved(environment, apps, findings);
  };
  const checked = withApprovals({ ...user, reauthorize }, { apps, isForced }, load);
  return toResult(await applyChange(checked, change, by, gates));
}
