import { type Change, listNeeds } from '@shop/releases/change-model/changes';
import { createAuthorize, hasPermission } from '@shop/releases/policy/policy';
import type { ScheduleView } from '@shop/releases/service-api/responses';
import { type Caller, isAuthor } from '../auth/principals';
import type { StoredSchedule } from './schedules';

/**
 * Checks early that a caller may make a change. The schedule is checked again when it runs, with the policy of that moment.
 *
 * @throws {NotAllowedError}
 */
export function assertMaySchedule({ actor, policy }: Caller, change: Change): void {
  const { permissions, apps } = listNeeds(change, null);
  const authorize = createAuthorize(policy, actor, change.env);
  for (const action of permissions) authorize({ action, apps, state: null });
}

/** Whether a caller may cancel a schedule: the author, and those who may stop changes of the environment. */
const mayCancel = (
  { principal, actor, policy }: Caller,
  { principal: author, action, status }: StoredSchedule,
): boolean =>
  status === 'waiting' && (isAuthor(principal, author) || hasPermission(policy, actor, 'lock', '*', action.body.env));

/** Converts a schedule for a caller. */
export function toScheduleView(schedule: StoredSchedule, caller: Caller): ScheduleView {
  const { principal, claim: _, ...view } = schedule;
  return { ...view, by: principal.name, mayCancel: mayCancel(caller, schedule) };
}
