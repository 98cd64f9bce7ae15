import { findPublished } from '@shop/releases/cli/published';
import { type CheckComposition, promote } from '@shop/releases/environment/actions';
import { type Environment, type LiveState, readState } from '@shop/releases/environment/change-head';
import { compareCompositions } from '@shop/releases/environment/composition-difference';
import { compose } from '@shop/releases/environment/composition-set';
import { findForcedByTwo, requireApprover, signBoth } from '@shop/releases/policy/second-person';
import type * as v from 'valibot';
import type { CheckResult, Finding, PromoteResult, ReleaseId } from '../api/answers';
import type { CheckRequest, PromoteRequest } from '../api/requests';
import { toApprovalView } from './approval-view';
import type { ApprovalRequest, Approvals } from './approvals';
import { inHandsOf } from './person-environment';
import { Refusal } from './problems';
import type { Session } from './sessions';

/** The gates as the command line runs them. */
export type GatesFor = (environment: Environment, removedPaths: readonly string[]) => CheckComposition;

type Wanted = v.InferOutput<typeof CheckRequest>;

const findAll = (environment: Environment, releases: readonly string[]): Promise<ReleaseId[]> =>
  Promise.all(releases.map((release) => findPublished(environment.store, release)));

function requireSomething({ releases, removedApps }: Pick<Wanted, 'releases' | 'removedApps'>): void {
  if (releases.length + removedApps.length === 0) throw new Refusal(400, 'Choose a version of an app first.');
}

/** Runs the gates on the composition that would result, and changes nothing. */
export async function checkWanted(environment: Environment, wanted: Wanted, gatesFor: GatesFor): Promise<CheckResult> {
  requireSomething(wanted);
  const [releases, state] = await Promise.all([findAll(environment, wanted.releases), readState(environment)]);
  const next = compose(environment.name, state?.live ?? null, releases, wanted.removedApps);
  const findings = await gatesFor(environment, wanted.removedPaths)({ next, state });
  return { changes: compareCompositions(state?.live ?? null, next), findings };
}

/**
 * Promotes, or, where two people are needed to force an app, asks for the second one.
 *
 * @throws {GatesRefused}, {NotAllowed}, {Refusal}, or a sentence.
 */
export async function promoteWanted(
  environment: Environment,
  wanted: v.InferOutput<typeof PromoteRequest>,
  session: Session,
  { gatesFor, approvals }: { gatesFor: GatesFor; approvals: Approvals },
): Promise<PromoteResult> {
  requireSomething(wanted);
  const releases = await findAll(environment, wanted.releases);
  const apps = [...releases.map(({ app }) => app), ...wanted.removedApps];
  const own = inHandsOf(environment, session, wanted.seq);
  const { canaryShare, reason, removedApps, removedPaths } = wanted;
  const delicate = wanted.isForced ? findForcedByTwo(apps) : undefined;
  const looked = delicate && session.policy ? await checkWanted(environment, wanted, gatesFor) : null;
  // Where the gates find nothing there is nothing to force: one person does, and the gates still decide.
  const isOpen = looked?.findings.length === 0;
  if (!delicate || isOpen) {
    const state = await promote(
      own,
      releases,
      { by: session.person, reason },
      {
        check: gatesFor(environment, removedPaths),
        isForced: wanted.isForced && !isOpen,
        removed: removedApps,
        ...(canaryShare === null ? {} : { canaryShare }),
      },
    );
    return { kind: 'live', seq: state.head.seq };
  }
  if (!looked) {
    throw new Refusal(
      409,
      `${delicate} is forced by two people: name them in a release policy, or use the command line with --approved-by.`,
    );
  }
  requirePermissionToForce(own, apps, await readState(environment));
  const { changes, findings } = looked;
  const request = approvals.add({
    env: environment.name,
    by: session.person,
    reason,
    releases,
    removedApps,
    removedPaths,
    canaryShare,
    changes,
    findings,
  });
  return { kind: 'waits', approval: toApprovalView(request, session) };
}

/** Says at once what would be refused once a second person has approved. */
function requirePermissionToForce(own: Environment, apps: readonly string[], state: LiveState | null): void {
  own.permit?.({ action: 'promote', apps, state });
  own.permit?.({ action: 'force', apps, state });
}

const isAmong = (findings: readonly Finding[]) => {
  const known = new Set(findings.map(({ gate, app, problem }) => JSON.stringify([gate, app, problem])));
  return ({ gate, app, problem }: Finding) => known.has(JSON.stringify([gate, app, problem]));
};

/**
 * Carries a request out with the approval of a second person. Both are held to the policy as it is now, and to the
 * findings that were approved: more than those is not.
 *
 * @param requester Whoever asked, with the policy as it is now.
 */
export async function promoteApproved(
  environment: Environment,
  request: ApprovalRequest,
  { requester, approver, gatesFor }: { requester: Session; approver: Session; gatesFor: GatesFor },
): Promise<PromoteResult> {
  const apps = [...request.releases.map(({ app }) => app), ...request.removedApps];
  if (requester.person === approver.person) {
    throw new Refusal(403, 'You asked for this yourself: somebody else approves it.');
  }
  requireApprover(approver.policy, approver.person, apps, environment.name);
  const isApproved = isAmong(request.findings);
  const check: CheckComposition = async (candidate) => {
    const findings = await gatesFor(environment, request.removedPaths)(candidate);
    if (findings.every(isApproved)) return findings;
    throw new Refusal(409, 'The gates find more than was approved, since something else changed: ask again.');
  };
  const seq = (await readState(environment))?.head.seq ?? 0;
  const by = signBoth(requester.person, approver.person);
  const state = await promote(
    inHandsOf(environment, requester, seq),
    request.releases,
    { by, reason: request.reason },
    {
      check,
      isForced: true,
      removed: request.removedApps,
      ...(request.canaryShare === null ? {} : { canaryShare: request.canaryShare }),
    },
  );
  return { kind: 'live', seq: state.head.seq };
}
