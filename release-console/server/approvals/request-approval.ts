import { GatesFailedError } from '@shop/releases/actions/run-gates';
import type { Environment, LiveState } from '@shop/releases/state/environment';
import type { LiveResult } from '../../api/responses';
import { Refusal } from '../routes/http-errors';
import type { Session } from '../session/sessions';
import { toApprovalView } from '../views/approval-view';
import type { ApprovalRequest, Approvals } from './approval-requests';

/** Who wants to force an app that two people force, and where. */
export interface FirstPerson {
  session: Session;
  /** The environment in their hands, and as it is. */
  own: Environment;
  state: LiveState | null;
  /** The app that needs the second person. */
  delicate: string;
  approvals: Approvals;
}

/**
 * Has a change wait for a second person, unless the gates let it through: then there is nothing to force.
 *
 * @param wanted What the second person is asked to approve.
 * @param act Makes the change through the gates.
 * @throws {NotAllowedError}, {Refusal}, or a sentence. What would be refused later is refused at once.
 */
export async function forceByTwo(
  { session, own, state, delicate, approvals }: FirstPerson,
  wanted: Pick<ApprovalRequest, 'reason' | 'asked' | 'apps' | 'changes'>,
  act: () => Promise<LiveResult>,
): Promise<LiveResult> {
  if (!session.policy) {
    throw new Refusal(
      409,
      `${delicate} is forced by two people: name them in a release policy, or use the command line with --approved-by.`,
    );
  }
  own.authorize?.({ action: 'promote', apps: wanted.apps, state });
  own.authorize?.({ action: 'force', apps: wanted.apps, state });
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof GatesFailedError)) throw error;
    const { findings } = error;
    const request = approvals.add({ ...wanted, env: own.name, by: session.person, findings });
    return { kind: 'waits', approval: toApprovalView(request, session) };
  }
}
