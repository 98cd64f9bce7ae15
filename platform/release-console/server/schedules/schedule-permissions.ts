import { assertAllowed, hasPermission } from '@shop/releases/policy/policy';
import type { ScheduledAction } from '@shop/releases/service-api/requests';
import type { ScheduleView } from '@shop/releases/service-api/responses';
import type { Permission } from '@shop/releases/state/environment';
import { type Caller, isAuthor } from '../auth/principals';
import type { StoredSchedule } from './schedules';

/** Permissions and apps of an action. Null: its apps follow from the state of that moment. */
function listPermissions({ call, body }: ScheduledAction): { permissions: Permission[]; apps: string[] | null } {
  switch (call) {
    case 'promote': {
      const apps = [...body.releases.map((name) => name.split('@', 1)[0] ?? ''), ...body.removedApps];
      return { permissions: body.isForced ? ['promote', 'force'] : ['promote'], apps };
    }
    case 'rollout':
      return { permissions: body.isForced ? ['promote', 'force'] : ['promote'], apps: null };
    case 'halt':
      return { permissions: ['rollback'], apps: null };
    case 'rollback':
      return { permissions: ['rollback'], apps: body.app === undefined ? null : [body.app] };
    case 'lock':
    case 'unlock':
      return { permissions: ['lock'], apps: [body.app] };
  }
}

/**
 * Checks early that a caller may make a change. The schedule is checked again when it runs, with the policy of that moment.
 *
 * @throws {NotAllowedError}
 */
export function assertMaySchedule({ actor, policy }: Caller, action: ScheduledAction): void {
  const { permissions, apps } = listPermissions(action);
  const { env } = action.body;
  const known = [...Object.values(policy.roles).flatMap((role) => role.apps), ...(actor.scope?.apps ?? [])];
  for (const permission of permissions) {
    // Without known apps, one app for which the caller has the permission is enough.
    const some = known.find((app) => hasPermission(policy, actor, permission, app, env)) ?? '*';
    for (const app of apps ?? [some]) assertAllowed(policy, actor, permission, app, env);
  }
}

/** Whether a caller may cancel a schedule: the author, and those who may stop changes of the environment. */
const mayCancel = (
  { principal, actor, policy }: Caller,
  { principal: author, action, status }: StoredSchedule,
): boolean =>
  status === 'waiting' && (isAuthor(principal, author) || hasPermission(policy, actor, 'lock', '*', action.body.env));

/** Converts a schedule for a caller. */
export function toScheduleView(schedule: StoredSchedule, caller: Caller): ScheduleView {
  const { principal, ...view } = schedule;
  return { ...view, by: principal.name, mayCancel: mayCancel(caller, schedule) };
}
