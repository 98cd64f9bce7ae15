import { promote } from '@shop/releases/actions/promote';
import type { CheckComposition } from '@shop/releases/gates/run-gates';
import { assertApprover, formatApprovedAuthor } from '@shop/releases/policy/policy';
import { isBlocking } from '@shop/releases/state/audit-log';
import type { Environment, LiveState } from '@shop/releases/state/environment';
import { readLiveState } from '@shop/releases/state/live-state';
import type { ChangeResult, Finding } from '../../api/responses';
import { type CreateGates, toCanaryOptions } from '../changes/promotions';
import { advanceRollout } from '../changes/rollouts';
import { createUserEnvironment } from '../changes/user-environment';
import { HttpError } from '../routes/http-errors';
import type { Session } from '../session/sessions';
import type { ApprovalRequest } from './approval-requests';

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

export interface ApprovalPeople {
  /** The author of the request, with the current policy. */
  requester: Session;
  approver: Session;
  createGates: CreateGates;
}

/**
 * Executes a forced change after the approval of a second person. The current policy must allow it to both people.
 *
 * @throws {HttpError} When the approver is the author, the canary is another one, or the gates find more than was approved.
 * @throws {NotAllowedError} When the policy denies it to one of the two.
 */
export async function executeApproval(
  environment: Environment,
  request: ApprovalRequest,
  { requester, approver, createGates }: ApprovalPeople,
): Promise<ChangeResult> {
  if (requester.person === approver.person) {
    throw new HttpError(403, 'You cannot approve your own request: another person approves it.');
  }
  assertApprover(approver.policy, approver.person, request.apps, environment.name);
  const state = await readLiveState(environment);
  const userEnvironment = createUserEnvironment(environment, requester, state?.head.seq ?? 0);
  const author = { by: formatApprovedAuthor(requester.person, approver.person), reason: request.reason };
  const createForce = (removedPaths: readonly string[]) => ({
    check: limitFindings(request.findings, createGates(environment, removedPaths)),
    isForced: true,
  });
  const { change } = request;
  let after: LiveState;
  if (change.kind === 'promote') {
    const { releases, removedApps, removedPaths, canary } = change;
    const options = { ...createForce(removedPaths), removed: removedApps, ...toCanaryOptions(canary) };
    after = await promote(userEnvironment, releases, author, options);
  } else {
    if (!state?.canaries.some(({ id }) => id === change.canary)) {
      throw new HttpError(409, 'The canary of this request has ended: cancel the request.');
    }
    const options = { ...createForce([]), canary: { id: change.canary } };
    after = await advanceRollout(userEnvironment, change.share, author, options);
  }
  return { kind: 'live', seq: after.head.seq };
}
