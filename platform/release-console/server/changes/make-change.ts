import { applyChange, type EnvironmentChange } from '@shop/releases/actions/apply-change';
import type { ParsedBody } from '@shop/releases/service-api/requests';
import type { ChangeResult } from '@shop/releases/service-api/responses';
import type { Author, Environment } from '@shop/releases/state/environment';
import type { Caller } from '../auth/principals';
import type { ApprovalRequests } from './approval-requests';
import { type CreateGates, changeOrRequestApproval, toPromotion } from './gated-changes';

/** A call that changes an environment, without the number of the change that its author saw. */
export type ChangeCall = {
  [Call in EnvironmentChange['kind']]: { call: Call; body: Omit<ParsedBody<Call>, 'seq'> };
}[EnvironmentChange['kind']];

/**
 * Makes a change of an environment. The routes and the schedules use it.
 *
 * @param environment  The environment of the caller.
 */
export async function makeChange(
  environment: Environment,
  { call, body }: ChangeCall,
  author: Author,
  caller: Caller,
  options: { createGates: CreateGates; approvals: ApprovalRequests },
): Promise<ChangeResult> {
  if (call === 'promote' || call === 'rollout') {
    const change =
      call === 'promote'
        ? await toPromotion(environment, body)
        : { kind: call, canary: body.canary, share: body.share };
    return changeOrRequestApproval(environment, change, { ...author, isForced: body.isForced }, caller, options);
  }
  const change = { kind: call, ...body } as EnvironmentChange;
  const { head } = await applyChange(environment, change, author, { check: options.createGates(environment, []) });
  return { kind: 'live', seq: head.seq };
}
