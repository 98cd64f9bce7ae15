import { findPublishedRelease } from '@shop/release-cli/published/published-releases';
import { applyChange } from '@shop/releases/actions/apply-change';
import { type CheckComposition, GatesFailedError, withAllFindings } from '@shop/releases/gates/run-gates';
import {
  type Actor,
  createAuthorize,
  findMissingApprovals,
  listNeededApprovals,
  NotAllowedError,
  type Policy,
} from '@shop/releases/policy/policy';
import { HttpError, type ParsedBody } from '@shop/releases/service-api/requests';
import type { ChangeResult, CheckResult, Finding } from '@shop/releases/service-api/responses';
import { isBlocking } from '@shop/releases/state/audit-log';
import { listCanaryApps, listForceFindings } from '@shop/releases/state/canary';
import { assertAudienceNotEmpty, pickCanaryAudience } from '@shop/releases/state/canary-audience';
import { compose } from '@shop/releases/state/compose';
import type { PinnedComposition } from '@shop/releases/state/composition';
import { compareCompositions } from '@shop/releases/state/composition-diff';
import type { Author, Environment, LiveState, PermissionRequest } from '@shop/releases/state/environment';
import type { GatedChange } from '@shop/releases/state/gated-change';
import {
  assertChangeable,
  FrozenError,
  findCanary,
  findFreezeFinding,
  readLiveState,
} from '@shop/releases/state/live-state';
import type { Caller } from '../auth/principals';
import type { RequestedRelease } from '../database/documents';
import { type ApprovalRequests, toApprovalView } from './approval-requests';

/** Creates the gates of an environment. `removedPaths` are live paths that may lose their owner. */
export type CreateGates = (environment: Environment, removedPaths: readonly string[]) => CheckComposition;

/** The environment has changed since the caller saw it. */
export class StateChangedError extends HttpError {
  override name = 'StateChangedError';
}

/**
 * Wraps an environment for a caller. Every change is checked against the policy, and against the state that the caller saw.
 *
 * @param seq  Number of the newest change that the caller saw. A change fails when another change happened since.
 */
export function createUserEnvironment(environment: Environment, caller: Caller, seq: number): Environment {
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
    reauthorize: async () => allowed.forEach(createCheck(await caller.reload())),
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

/** Loads the releases of a selection. @throws {HttpError} 400 when it is empty. */
function findReleases({ store }: Environment, { releases, removedApps }: ParsedBody<'check'>) {
  if (releases.length + removedApps.length === 0) throw new HttpError(400, 'Choose a version of an app first.');
  return Promise.all(releases.map((name) => findPublishedRelease(store, name)));
}

/** Converts the body of a promotion. @throws When it has no release, an unpublished one, or an empty audience. */
export async function toPromotion(
  environment: Environment,
  body: Omit<ParsedBody<'promote'>, 'seq'>,
): Promise<GatedChange> {
  const canary = body.canary && pickCanaryAudience(body.canary);
  if (canary) assertAudienceNotEmpty(canary);
  const stages = body.canary?.stages;
  if (canary && stages?.some(({ share }) => share <= canary.share)) {
    throw new HttpError(400, 'The request is invalid: canary.stages: give shares above that of the canary.');
  }
  const { removedApps, removedPaths } = body;
  return {
    kind: 'promote',
    releases: await findReleases(environment, body),
    removedApps,
    removedPaths,
    canary,
    stages,
  };
}

/** Runs the gates on the composition that a promotion would create. It changes nothing. */
export async function checkPromotion(
  environment: Environment,
  selection: ParsedBody<'check'>,
  { createGates, policy }: { createGates: CreateGates; policy: Policy },
): Promise<CheckResult> {
  const [releases, state] = await Promise.all([findReleases(environment, selection), readLiveState(environment)]);
  const next = compose(environment.name, state?.live ?? null, releases, selection.removedApps);
  const findings = await createGates(environment, selection.removedPaths)({ next, state });
  const apps = [...releases.map(({ app }) => app), ...selection.removedApps];
  const { freezes } = (await environment.loadRules?.()) ?? {};
  return {
    changes: compareCompositions(state?.live ?? null, next),
    findings: findings.filter(isBlocking),
    warnings: findings.filter((finding) => !isBlocking(finding)),
    freeze: findFreezeFinding(environment.name, freezes, apps),
    approvals: listNeededApprovals(policy, environment.name, apps, false),
    forcedApprovals: listNeededApprovals(policy, environment.name, apps, true),
  };
}

const toResult = ({ head }: LiveState): ChangeResult & { kind: 'live' } => ({ kind: 'live', seq: head.seq });

const toSelector = ({ canary }: GatedChange & { kind: 'rollout' }) => (canary === undefined ? {} : { id: canary });

const createChangeGates = (environment: Environment, change: GatedChange, createGates: CreateGates) =>
  createGates(environment, change.kind === 'promote' ? change.removedPaths : []);

/** The exact change, its apps, the composition that it creates, and the findings of a forced canary. @throws When the canary has ended. */
function planChange(env: string, change: GatedChange, state: LiveState | null) {
  if (change.kind === 'rollout') {
    const canary = findCanary(state, toSelector(change));
    const next = (): PinnedComposition => canary.composition;
    const forced = listForceFindings(canary);
    return { change: { ...change, canary: canary.id }, apps: listCanaryApps(canary), next, forced };
  }
  const { releases, removedApps } = change;
  const next = () => compose(env, state?.live ?? null, releases, removedApps);
  return { change, apps: [...releases.map(({ app }) => app), ...removedApps], next, forced: [] };
}

/**
 * Makes a change through the gates. A change that needs further people by the policy, or because it forces an app that moves
 * money, becomes an approval request. It is made at once when only its force needs them and the gates find nothing.
 *
 * @param environment  The environment of the caller, who may lack a permission.
 * @throws {GatesFailedError | NotAllowedError | FrozenError}
 */
export async function changeOrRequestApproval(
  environment: Environment,
  wanted: GatedChange,
  { isForced, ...author }: Author & { isForced: boolean },
  caller: Caller,
  { createGates, approvals }: { createGates: CreateGates; approvals: ApprovalRequests },
): Promise<ChangeResult> {
  const ownCheck = createChangeGates(environment, wanted, createGates);
  // A person who forces or approves the change sees the findings of all gates.
  const check = isForced ? withAllFindings(ownCheck) : ownCheck;
  const apply = async (overridesGates: boolean) => {
    const load = async () => ({ author: await caller.reload(), approvers: [] });
    const checked = withApprovals(environment, { apps, isForced: overridesGates }, load);
    return toResult(await applyChange(checked, wanted, author, { check, isForced: overridesGates }));
  };
  const state = await readLiveState(environment);
  const { change, apps, next, forced } = planChange(environment.name, wanted, state);
  const needsApproval = (isOverride: boolean) =>
    findMissingApprovals(caller.policy, environment.name, apps, [], isOverride).length > 0;
  if (!needsApproval(isForced)) return apply(isForced);
  environment.authorize?.({ action: 'promote', apps, state });
  if (isForced) environment.authorize?.({ action: 'force', apps, state });

  const request = async (findings: Finding[]): Promise<ChangeResult> => {
    const changes = compareCompositions(state?.live ?? null, next());
    const requested = {
      ...{ kind: 'release' as const, author: caller.principal, env: environment.name, reason: author.reason },
      ...{ isForced, change, apps, changes, findings },
    };
    return { kind: 'pending', approval: toApprovalView(await approvals.add(requested), caller) };
  };
  if (isForced && !needsApproval(false)) {
    try {
      return await apply(false);
    } catch (error) {
      if (error instanceof FrozenError) return request([error.finding]);
      if (error instanceof GatesFailedError) return request(error.findings);
      throw error;
    }
  }
  const freezes = await assertChangeable(environment, state, apps, isForced);
  const findings = [...freezes, ...forced, ...(await check({ next: next(), state })).filter(isBlocking)];
  if (!isForced && findings.length > 0) throw new GatesFailedError(findings, next());
  return request(findings);
}

const toKey = ({ gate, app, problem }: Finding) => JSON.stringify([gate, app, problem]);

/** Wraps the gates: they fail when they find more than the approved findings. */
function limitFindings(approved: readonly Finding[], check: CheckComposition): CheckComposition {
  const approvedKeys = new Set(approved.map(toKey));
  return async (candidate) => {
    const findings = await check(candidate);
    if (findings.filter(isBlocking).every((finding) => approvedKeys.has(toKey(finding)))) return findings;
    throw new HttpError(
      409,
      'The gates find more than was approved, because something else changed: request it again.',
    );
  };
}

/**
 * Makes a change after its approvals. The current policy must allow it to its author.
 *
 * @param load  Finds the author, and those who have approved it, with the permissions of that moment.
 * @param by  Author and approvers in the audit log.
 * @param seq  Number of the newest change.
 * @throws {HttpError} When the canary is another one, or the gates find more than was approved.
 * @throws {NotAllowedError} When the policy denies it to the author.
 */
export async function makeApprovedChange(
  environment: Environment,
  { reason, change, apps, findings, isForced }: RequestedRelease,
  { load, by, seq }: { load: () => Promise<People>; by: string; seq: number },
  createGates: CreateGates,
): Promise<ChangeResult & { kind: 'live' }> {
  const [state, { author }] = await Promise.all([readLiveState(environment), load()]);
  if (change.kind === 'rollout' && !state?.canaries.some(({ id }) => id === change.canary)) {
    throw new HttpError(409, 'The canary of this request has ended: cancel the request.');
  }
  const check = createChangeGates(environment, change, createGates);
  const gates = { check: isForced ? limitFindings(findings, check) : check, isForced, owner: author.actor.name };
  const checked = withApprovals(createUserEnvironment(environment, author, seq), { apps, isForced }, load);
  return toResult(await applyChange(checked, change, { by, reason }, gates));
}
