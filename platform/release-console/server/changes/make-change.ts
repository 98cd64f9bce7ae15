import { applyChange } from '@shop/releases/actions/apply-change';
import { type Change, kinds, listRemovedPaths } from '@shop/releases/change-model/changes';
import type { ChangeResult } from '@shop/releases/service-api/responses';
import type { Environment } from '@shop/releases/state/environment';
import type { Caller } from '../auth/principals';
import { type ChangeOptions, changeOrRequestApproval } from './gated-changes';

/**
 * Makes a change of an environment. The routes and the schedules use it.
 *
 * @param environment  The environment of the caller.
 * @param by  The author in the audit log.
 */
export async function makeChange(
  environment: Environment,
  change: Change,
  by: string,
  caller: Caller,
  options: ChangeOptions,
): Promise<ChangeResult> {
  if (kinds[change.kind].waitsForPeople) return changeOrRequestApproval(environment, change, by, caller, options);
  const check = options.createGates(environment, listRemovedPaths(change));
  const { head } = await applyChange(environment, change, by, { ...options, check });
  return { kind: 'live', seq: head.seq };
}
