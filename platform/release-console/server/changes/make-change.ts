import { lock, unlock } from '@shop/releases/actions/lock';
import { rollback } from '@shop/releases/actions/rollback';
import { halt } from '@shop/releases/actions/rollout';
import type { ScheduledAction } from '@shop/releases/service-api/requests';
import type { ChangeResult } from '@shop/releases/service-api/responses';
import type { Author, Environment, LiveState } from '@shop/releases/state/environment';
import type { Caller } from '../auth/principals';
import type { ApprovalRequests } from './approval-requests';
import { type CreateGates, changeOrRequestApproval, toPromotion } from './gated-changes';

const toResult = ({ head }: LiveState) => ({ kind: 'live' as const, seq: head.seq });

/**
 * Makes a change of an environment. The routes and the schedules use it.
 *
 * @param environment  The environment of the caller.
 */
export async function makeChange(
  environment: Environment,
  { call, body }: ScheduledAction,
  author: Author,
  caller: Caller,
  options: { createGates: CreateGates; approvals: ApprovalRequests },
): Promise<ChangeResult> {
  switch (call) {
    case 'promote': {
      const change = await toPromotion(environment, body);
      return changeOrRequestApproval(environment, change, { ...author, isForced: body.isForced }, caller, options);
    }
    case 'rollout': {
      const change = { kind: call, canary: body.canary, share: body.share };
      return changeOrRequestApproval(environment, change, { ...author, isForced: body.isForced }, caller, options);
    }
    case 'halt':
      return toResult(await halt(environment, author, body.canary === undefined ? {} : { id: body.canary }));
    case 'rollback': {
      const { app, to } = body;
      const target = { ...(app ? { app } : {}), ...(to ? { seq: to } : {}) };
      return toResult(await rollback(environment, author, { check: options.createGates(environment, []), ...target }));
    }
    case 'lock':
      return toResult(await lock(environment, body.app, author));
    case 'unlock':
      return toResult(await unlock(environment, body.app, author));
  }
}
