import { complete, type RolloutOptions, rollout } from '@shop/releases/actions/rollout';
import { withAllFindings } from '@shop/releases/gates/run-gates';
import { findTwoPersonApp } from '@shop/releases/policy/policy';
import { listCanaryApps } from '@shop/releases/state/canary';
import { compareCompositions } from '@shop/releases/state/composition-diff';
import type { Author, Environment, LiveState } from '@shop/releases/state/environment';
import { findCanary, readLiveState } from '@shop/releases/state/live-state';
import type * as v from 'valibot';
import type { RolloutRequest } from '../../api/requests';
import type { ChangeResult } from '../../api/responses';
import type { ApprovalRequests } from '../approvals/approval-requests';
import { requestApproval } from '../approvals/request-approval';
import type { Session } from '../session/sessions';
import type { CreateGates } from './promotions';
import { createUserEnvironment } from './user-environment';

/** Raises the share of a canary, or completes it. @throws {GatesFailedError | NotAllowedError} */
export const advanceRollout = (
  environment: Environment,
  share: number | 'complete',
  author: Author,
  options: RolloutOptions,
): Promise<LiveState> =>
  share === 'complete' ? complete(environment, author, options) : rollout(environment, share, author, options);

/**
 * Raises the share of a canary, or completes it. When the step is forced and changes an app that two people must force,
 * it requests the approval of a second person.
 *
 * @throws {GatesFailedError | NotAllowedError | HttpError}
 */
export async function rolloutOrRequestApproval(
  environment: Environment,
  { seq, share, canary: id, isForced, reason }: v.InferOutput<typeof RolloutRequest>,
  session: Session,
  { createGates, approvals }: { createGates: CreateGates; approvals: ApprovalRequests },
): Promise<ChangeResult> {
  const userEnvironment = createUserEnvironment(environment, session, seq);
  const check = createGates(environment, []);
  const advance = async (overridesGates: boolean): Promise<ChangeResult> => {
    // A person who forces or approves the step sees the findings of all gates.
    const options = {
      check: isForced ? withAllFindings(check) : check,
      isForced: overridesGates,
      canary: id === undefined ? {} : { id },
    };
    const { head } = await advanceRollout(userEnvironment, share, { by: session.person, reason }, options);
    return { kind: 'live', seq: head.seq };
  };
  const state = isForced ? await readLiveState(environment) : null;
  if (!state) return advance(isForced);
  const canary = findCanary(state, id === undefined ? {} : { id });
  const changes = compareCompositions(state.live, canary.composition);
  const apps = listCanaryApps(canary);
  const protectedApp = findTwoPersonApp(apps);
  if (!protectedApp) return advance(isForced);
  const change = { kind: 'rollout' as const, canary: canary.id, apps, share };
  return requestApproval(
    { session, userEnvironment, state, protectedApp, approvals },
    { reason, change, apps, changes },
    () => advance(false),
  );
}
