import { promote } from '@shop/releases/actions/promote';
import type { CheckComposition } from '@shop/releases/actions/run-gates';
import { assertApprover, formatApprovedAuthor } from '@shop/releases/policy/two-person-rule';
import type { Environment, LiveState } from '@shop/releases/state/environment';
import { readLiveState } from '@shop/releases/state/live-state';
import type { Finding, LiveResult } from '../../api/responses';
import { type GatesFor, toCanaryOptions } from '../changes/promotions';
import { takeStep } from '../changes/rollouts';
import { inHandsOf } from '../changes/user-environment';
import { Refusal } from '../routes/http-errors';
import type { Session } from '../session/sessions';
import type { ApprovalRequest } from './approval-requests';

const nameOf = ({ gate, app, problem }: Finding) => JSON.stringify([gate, app, problem]);

/** Gates that find what was approved, and refuse when they find more. */
function holdTo(approved: readonly Finding[], check: CheckComposition): CheckComposition {
  const known = new Set(approved.map(nameOf));
  return async (candidate) => {
    const findings = await check(candidate);
    if (findings.every((finding) => known.has(nameOf(finding)))) return findings;
    throw new Refusal(409, 'The gates find more than was approved, since something else changed: ask again.');
  };
}

/**
 * Carries a request out with the approval of a second person. Both are held to the policy as it is now, and to the
 * findings that were approved: more than those is not.
 *
 * @param requester Whoever asked, with the policy as it is now.
 * @throws {GatesFailedError}, {NotAllowedError}, {Refusal}, or a sentence.
 */
export async function carryOutApproved(
  environment: Environment,
  request: ApprovalRequest,
  { requester, approver, gatesFor }: { requester: Session; approver: Session; gatesFor: GatesFor },
): Promise<LiveResult> {
  if (requester.person === approver.person) {
    throw new Refusal(403, 'You asked for this yourself: somebody else approves it.');
  }
  assertApprover(approver.policy, approver.person, request.apps, environment.name);
  const state = await readLiveState(environment);
  const own = inHandsOf(environment, requester, state?.head.seq ?? 0);
  const author = { by: formatApprovedAuthor(requester.person, approver.person), reason: request.reason };
  const force = (removedPaths: readonly string[]) => ({
    check: holdTo(request.findings, gatesFor(environment, removedPaths)),
    isForced: true,
  });
  const { asked } = request;
  let after: LiveState;
  if (asked.kind === 'promote') {
    const { releases, removedApps, removedPaths, canary } = asked;
    const options = { ...force(removedPaths), removed: removedApps, ...toCanaryOptions(canary) };
    after = await promote(own, releases, author, options);
  } else {
    if (state?.canary?.seq !== asked.composition) {
      throw new Refusal(409, 'The canary that this was asked for runs no more: take the request back.');
    }
    after = await takeStep(own, asked.share, author, force([]));
  }
  return { kind: 'live', seq: after.head.seq };
}
