import { GatesFailedError } from '@shop/releases/gates/run-gates';
import type { Environment, LiveState } from '@shop/releases/state/environment';
import type { ChangeResult } from '../../api/responses';
import { HttpError } from '../routes/http-errors';
import type { Session } from '../session/sessions';
import { toApprovalView } from '../views/approval-view';
import type { ApprovalRequest, ApprovalRequests } from './approval-requests';

export interface ApprovalContext {
  /** Session of the person who forces the change. */
  session: Session;
  /** The environment with the permissions of that person. */
  userEnvironment: Environment;
  state: LiveState | null;
  /** The app that two people must force. */
  protectedApp: string;
  approvals: ApprovalRequests;
}

/**
 * Makes a change through the gates. When the gates refuse it, it requests the approval of a second person.
 *
 * @param request  Contents of the request.
 * @param change  Makes the change through the gates.
 * @throws {HttpError} 409 without a release policy, which names the people.
 * @throws {NotAllowedError} When the policy denies the change, before anything happens.
 */
export async function requestApproval(
  { session, userEnvironment, state, protectedApp, approvals }: ApprovalContext,
  request: Pick<ApprovalRequest, 'reason' | 'change' | 'apps' | 'changes'>,
  change: () => Promise<ChangeResult>,
): Promise<ChangeResult> {
  if (!session.policy) {
    throw new HttpError(
      409,
      `${protectedApp} can be forced by two people only: name them in a release policy, or use the command line with --approved-by.`,
    );
  }
  userEnvironment.authorize?.({ action: 'promote', apps: request.apps, state });
  userEnvironment.authorize?.({ action: 'force', apps: request.apps, state });
  try {
    return await change();
  } catch (error) {
    if (!(error instanceof GatesFailedError)) throw error;
    const { findings } = error;
    const added = approvals.add({ ...request, env: userEnvironment.name, by: session.person, findings });
    return { kind: 'pending', approval: toApprovalView(added, session) };
  }
}
