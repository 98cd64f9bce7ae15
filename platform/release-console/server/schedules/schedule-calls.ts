import { type Change, listNeeds } from '@shop/releases/change-model/changes';
import { markPlannedReleases } from '@shop/releases/history/referenced-releases';
import { createAuthorize, hasPermission } from '@shop/releases/policy/policy';
import { HttpError, type ParsedBody, parseChange } from '@shop/releases/service-api/requests';
import type { CallResponses, ScheduleView } from '@shop/releases/service-api/responses';
import { readLiveState, toRunningCanaries } from '@shop/releases/state/live-state';
import { type Caller, isAuthor } from '../auth/principals';
import { findAttempt } from '../changes/leases';
import type { Service } from '../service';
import { findOutcome } from './run-schedules';
import type { StoredSchedule } from './schedules';

/**
 * Checks early that a caller may make a change. The schedule is checked again when it runs, with the policy of that moment.
 *
 * @throws {NotAllowedError}
 */
function assertMaySchedule({ actor, policy }: Caller, change: Change): void {
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

/** Finds the apps of a change. Null: they follow from what runs at its time. */
async function findApps({ openEnvironment }: Service, change: Change): Promise<string[] | null> {
  const { apps } = listNeeds(change, null);
  const namesCanary = 'canary' in change && typeof change.canary === 'string';
  if (apps || !namesCanary) return apps;
  return listNeeds(change, toRunningCanaries(await readLiveState(await openEnvironment(change.env)))).apps;
}

/**
 * Stores a change that the service makes at a time.
 *
 * @throws {HttpError} 400 for a time that is over, 409 when too many schedules wait.
 * @throws {NotAllowedError} When the caller may not make the change.
 * @throws {ConflictError} While gc removes one of its releases.
 */
export async function addSchedule(
  service: Service,
  { at, action }: ParsedBody<'schedules'>,
  caller: Caller,
): Promise<ScheduleView> {
  const { schedules, store, now = Date.now } = service;
  const dueAt = new Date(at);
  if (dueAt.getTime() <= now()) throw new HttpError(400, 'The request is invalid: at: give a time in the future.');
  const change = parseChange(action.call, action.body);
  assertMaySchedule(caller, change);
  const apps = await findApps(service, change);
  await markPlannedReleases(store, change, dueAt);
  return toScheduleView(await schedules.add({ principal: caller.principal, action, apps }, dueAt), caller);
}

/**
 * Cancels a schedule that waits.
 *
 * @throws {HttpError} 403 when the caller may not, 404 when there is none, 409 when it does not wait, or an attempt has made
 *   its change or requested its approval.
 */
export async function cancelSchedule(
  service: Service,
  { id }: ParsedBody<'schedules/cancel'>,
  caller: Caller,
): Promise<CallResponses['schedules/cancel']> {
  const { schedules, openEnvironment } = service;
  const schedule = await schedules.find(id);
  if (!schedule) throw new HttpError(404, 'There is no such schedule.');
  const { principal, action, status } = schedule;
  if (status !== 'waiting') throw new HttpError(409, 'This schedule does not wait any more.');
  if (!mayCancel(caller, schedule)) {
    const others = `a person who may lock ${action.body.env} as a whole`;
    throw new HttpError(403, `Only ${principal.name}, or ${others}, can cancel this schedule.`);
  }
  const attempt = findAttempt(schedule.claim);
  const outcome = attempt && (await findOutcome(service, await openEnvironment(action.body.env), attempt, id));
  if (outcome) {
    await schedules.end(schedule, attempt.id, outcome);
    throw new HttpError(
      409,
      outcome.kind === 'live'
        ? `It was made already, as change ${outcome.seq}.`
        : 'It has requested its approval already: cancel the request.',
    );
  }
  if (await schedules.cancel(schedule)) return { kind: 'cancelled' };
  throw new HttpError(409, 'This schedule has ended, or its time has come: look at it again.');
}
