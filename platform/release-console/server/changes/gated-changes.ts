import { findPublishedRelease } from '@shop/release-cli/published/published-releases';
import { type PromoteOptions, promote } from '@shop/releases/actions/promote';
import { complete, rollout } from '@shop/releases/actions/rollout';
import { type CheckComposition, GatesFailedError, withAllFindings } from '@shop/releases/gates/run-gates';
import {
  assertAllowed,
  createAuthorize,
  findActor,
  findMissingApprovals,
  formatApprovedAuthor,
} from '@shop/releases/policy/policy';
import { isBlocking } from '@shop/releases/state/audit-log';
import { listCanaryApps } from '@shop/releases/state/canary';
import { assertAudienceNotEmpty, pickCanaryAudience } from '@shop/releases/state/canary-audience';
import { compose } from '@shop/releases/state/compose';
import type { PinnedComposition } from '@shop/releases/state/composition';
import { compareCompositions } from '@shop/releases/state/composition-diff';
import type { Author, Environment, LiveState } from '@shop/releases/state/environment';
import { FrozenError, findCanary, readLiveState } from '@shop/releases/state/live-state';
import { HttpError, type ParsedBody } from '../../api/requests';
import type { ChangeResult, CheckResult, Finding } from '../../api/responses';
import type { Session } from '../session/sessions';
import { type ApprovalRequest, type ApprovalRequests, type GatedChange, toApprovalView } from './approval-requests';

/** Creates the gates of an environment. `removedPaths` are live paths that may lose their owner. */
export type CreateGates = (environment: Environment, removedPaths: readonly string[]) => CheckComposition;

/**
 * Wraps an environment for the person of a session. Every change is checked against the policy, and against the state that
 * the person saw.
 *
 * @param seq  Number of the newest change that the person saw. A change fails with 409 when another change happened since.
 */
export function createUserEnvironment(environment: Environment, { person, policy }: Session, seq: number): Environment {
  const authorize = policy ? createAuthorize(policy, findActor(policy, person), environment.name) : () => undefined;
  return {
    ...environment,
    authorize: (request) => {
      authorize(request);
      const current = request.state?.head.seq ?? 0;
      if (current === seq) return;
      throw new HttpError(
        409,
        `${environment.name} has changed: it is at change ${current}, and you saw change ${seq}. Review it and try again.`,
      );
    },
  };
}

/** Loads the releases of a selection. @throws {HttpError} 400 when it is empty. */
function findReleases({ store }: Environment, { releases, removedApps }: ParsedBody<'check'>) {
  if (releases.length + removedApps.length === 0) throw new HttpError(400, 'Choose a version of an app first.');
  return Promise.all(releases.map((name) => findPublishedRelease(store, name)));
}

/** Converts the body of a promotion. @throws When it has no release, an unpublished one, or an empty audience. */
export async function toPromotion(environment: Environment, body: ParsedBody<'promote'>): Promise<GatedChange> {
  const canary = body.canary && pickCanaryAudience(body.canary);
  if (canary) assertAudienceNotEmpty(canary);
  const { removedApps, removedPaths } = body;
  return { kind: 'promote', releases: await findReleases(environment, body), removedApps, removedPaths, canary };
}

/** Runs the gates on the composition that a promotion would create. It changes nothing. */
export async function checkPromotion(
  environment: Environment,
  selection: ParsedBody<'check'>,
  createGates: CreateGates,
): Promise<CheckResult> {
  const [releases, state] = await Promise.all([findReleases(environment, selection), readLiveState(environment)]);
  const next = compose(environment.name, state?.live ?? null, releases, selection.removedApps);
  const findings = await createGates(environment, selection.removedPaths)({ next, state });
  return {
    changes: compareCompositions(state?.live ?? null, next),
    findings: findings.filter(isBlocking),
    warnings: findings.filter((finding) => !isBlocking(finding)),
  };
}

async function applyChange(
  environment: Environment,
  change: GatedChange,
  author: Author,
  gates: Pick<PromoteOptions, 'check' | 'isForced' | 'owner'>,
): Promise<ChangeResult & { kind: 'live' }> {
  const apply = (): Promise<LiveState> => {
    if (change.kind === 'promote') {
      const { releases, removedApps, canary } = change;
      const { share, ...canaryAllowlist } = canary ?? {};
      const audience = share === undefined ? {} : { canaryShare: share, canaryAllowlist };
      return promote(environment, releases, author, { ...gates, removed: removedApps, ...audience });
    }
    const options = { ...gates, canary: toSelector(change) };
    if (change.share === 'complete') return complete(environment, author, options);
    return rollout(environment, change.share, author, options);
  };
  const { head } = await apply();
  return { kind: 'live', seq: head.seq };
}

const toSelector = ({ canary }: GatedChange & { kind: 'rollout' }) => (canary === undefined ? {} : { id: canary });

const createChangeGates = (environment: Environment, change: GatedChange, createGates: CreateGates) =>
  createGates(environment, change.kind === 'promote' ? change.removedPaths : []);

/** The exact change, its apps, and the composition that it creates. @throws When the canary has ended. */
function planChange(env: string, change: GatedChange, state: LiveState | null) {
  if (change.kind === 'rollout') {
    const canary = findCanary(state, toSelector(change));
    const next = (): PinnedComposition => canary.composition;
    return { change: { ...change, canary: canary.id }, apps: listCanaryApps(canary), next };
  }
  const { releases, removedApps } = change;
  const next = () => compose(env, state?.live ?? null, releases, removedApps);
  return { change, apps: [...releases.map(({ app }) => app), ...removedApps], next };
}

/**
 * Makes a change through the gates. A forced change of an app that two people must force is tried with the gates first. When
 * they refuse it, the approval of a second person is requested.
 *
 * @param environment  The environment of the person, who may lack a permission.
 * @throws {GatesFailedError | NotAllowedError}
 * @throws {HttpError} 409 when two people must force the change, and no release policy names them.
 */
export async function changeOrRequestApproval(
  environment: Environment,
  wanted: GatedChange,
  { isForced, reason }: { isForced: boolean; reason: string },
  session: Session,
  { createGates, approvals }: { createGates: CreateGates; approvals: ApprovalRequests },
): Promise<ChangeResult> {
  const check = createChangeGates(environment, wanted, createGates);
  const apply = (overridesGates: boolean) =>
    applyChange(
      environment,
      wanted,
      { by: session.person, reason },
      {
        // A person who forces or approves the change sees the findings of all gates.
        check: isForced ? withAllFindings(check) : check,
        isForced: overridesGates,
      },
    );
  const state = await readLiveState(environment);
  const { change, apps, next } = planChange(environment.name, wanted, state);
  const [needed] = findMissingApprovals(session.policy, environment.name, apps, [], isForced);
  if (!needed) return apply(isForced);
  if (!isForced) {
    throw new HttpError(
      409,
      `${needed.app} needs an approval: promote it with the command line and --approved-by, or force it here.`,
    );
  }
  const changes = compareCompositions(state?.live ?? null, next());
  if (!session.policy) {
    throw new HttpError(
      409,
      `${needed.app} can be forced by two people only: name them in a release policy, or use the command line with --approved-by.`,
    );
  }
  environment.authorize?.({ action: 'promote', apps, state });
  environment.authorize?.({ action: 'force', apps, state });
  try {
    return await apply(false);
  } catch (error) {
    if (!(error instanceof GatesFailedError) && !(error instanceof FrozenError)) throw error;
    const findings = error instanceof FrozenError ? [error.finding] : error.findings;
    const request = { env: environment.name, by: session.person, reason, change, apps, changes, findings };
    return { kind: 'pending', approval: toApprovalView(approvals.add(request), session) };
  }
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
 * Executes a forced change after the approval of a second person. The current policy must allow it to both people.
 *
 * @throws {HttpError} When the approver is the author, the canary is another one, or the gates find more than was approved.
 * @throws {NotAllowedError} When the policy denies it to one of the two.
 */
export async function executeApproval(
  environment: Environment,
  { by, reason, change, apps, findings }: ApprovalRequest,
  { person, policy }: Session,
  createGates: CreateGates,
): Promise<ChangeResult> {
  if (by === person) throw new HttpError(403, 'You cannot approve your own request: another person approves it.');
  const approver = policy && findActor(policy, person);
  for (const app of apps) if (approver) assertAllowed(policy, approver, 'force', app, environment.name);
  const state = await readLiveState(environment);
  if (change.kind === 'rollout' && !state?.canaries.some(({ id }) => id === change.canary)) {
    throw new HttpError(409, 'The canary of this request has ended: cancel the request.');
  }
  // The author, with the current policy.
  const userEnvironment = createUserEnvironment(environment, { person: by, policy }, state?.head.seq ?? 0);
  return applyChange(
    userEnvironment,
    change,
    { by: formatApprovedAuthor(by, [person]), reason },
    {
      check: limitFindings(findings, createChangeGates(environment, change, createGates)),
      isForced: true,
      owner: by,
    },
  );
}
