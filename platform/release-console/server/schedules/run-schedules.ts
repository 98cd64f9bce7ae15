import { kinds } from '@shop/releases/change-model/changes';
import { markPlannedReleases } from '@shop/releases/history/referenced-releases';
import { HttpError, parseChange } from '@shop/releases/service-api/requests';
import type { ScheduleResult } from '@shop/releases/service-api/responses';
import type { Environment } from '@shop/releases/state/environment';
import { poll } from '@shop/releases/store/poll';
import { findCaller } from '../auth/principals';
import { createUserEnvironment, makeChange, StateChangedError } from '../changes/gated-changes';
import { findAttempt, findMadeChange, makeOrFind, readSeq } from '../changes/leases';
import type { Claim } from '../database/documents';
import { toErrorResponse } from '../routes/http-errors';
import type { Service } from '../service';
import type { ClaimedSchedule } from './schedules';

/** Milliseconds between two looks for a schedule that is due. */
const pollMs = 1000;

/**
 * Milliseconds after its time in which a schedule is tried again after a fault, such as a release store, a signer or a database
 * that does not answer. A schedule with an attempt waits for longer: the store says whether its change was made.
 */
const patienceMs = 15 * 60_000;
/** Milliseconds between two attempts. */
const retryMs = 5000;
/** Milliseconds between two times at which the releases of schedules are marked for gc. */
const markingMs = 60 * 60_000;
/**
 * Milliseconds after its time in which a change that brings an app to more visitors may be made: its author chose a time at which
 * people watch it. Locks, halts and rollbacks are made however late it is.
 */
const maxDelayMs = 60 * 60_000;

/** Another instance has taken the schedule over, and stores its result. */
class TakenOverError extends Error {
  override name = 'TakenOverError';
}

/**
 * Finds what the attempts of a schedule did.
 *
 * @param since  The claim of the first attempt that may have done something. Null: none has begun.
 * @returns The change that an attempt made, or the approval that it requested. Null: neither.
 */
export async function findOutcome(
  { approvals }: Pick<Service, 'approvals'>,
  environment: Environment,
  since: Claim | null,
  id: string,
): Promise<Exclude<ScheduleResult, { kind: 'failed' }> | null> {
  const made = await findMadeChange(environment, since, id);
  if (made) return { kind: 'live', seq: made.seq };
  const requested = since && (await approvals.findOfSchedule(id));
  return requested ? { kind: 'pending', approval: requested } : null;
}

async function execute(service: Service, schedule: ClaimedSchedule): Promise<ScheduleResult> {
  const { id, claimId, principal, action, previous, dueAt } = schedule;
  const { schedules, openEnvironment, webhooks, now = Date.now } = service;
  const change = parseChange(action.call, action.body);
  const environment = await openEnvironment(change.env);
  const by = principal.name;
  let since = previous;
  for (;;) {
    const seq = await readSeq(environment);
    // Again after each attempt: an instance that only seemed to be killed may make the change now.
    const outcome = await findOutcome(service, environment, since, id);
    if (outcome) return outcome;
    if (kinds[change.kind].waitsForPeople && now() >= dueAt.getTime() + maxDelayMs) {
      throw new HttpError(409, 'It was not made, because its time has been over for an hour: schedule it again.');
    }
    const caller = await findCaller(service, principal);
    const claim = { id: claimId, seq };
    if (!(await schedules.begin(id, claim))) throw new TakenOverError();
    since ??= claim;
    try {
      const user = createUserEnvironment(environment, caller, seq, webhooks);
      const make = () => makeChange(user, change, by, caller, { ...service, job: id });
      const result = await makeOrFind(environment, since, id, make, 'its history says which change made it so');
      return result.kind === 'live'
        ? { kind: 'live', seq: result.entry.seq }
        : { kind: 'pending', approval: result.approval.id };
    } catch (error) {
      // Another change came first, which is the progress of another author: try again with the new state.
      if (!(error instanceof StateChangedError)) throw error;
    }
  }
}

/** Whether it is certain that no attempt of a schedule did something. After an attempt the release store has to answer. */
async function hasDoneNothing(service: Service, { id, action }: ClaimedSchedule): Promise<boolean> {
  const attempt = findAttempt((await service.schedules.find(id))?.claim ?? null);
  if (!attempt) return true;
  const find = async () => findOutcome(service, await service.openEnvironment(action.body.env), attempt, id);
  return find().then(
    (outcome) => outcome === null,
    () => false,
  );
}

/**
 * Runs the schedule that has been due for the longest time, with the current policy. It runs once, also when several instances
 * look for it, and when the instance that runs it is killed. After a fault it is tried again.
 *
 * @returns Whether a schedule was due.
 */
export async function runDueSchedule(service: Service): Promise<boolean> {
  const { schedules, leases, now = Date.now } = service;
  const schedule = await schedules.claimDue();
  if (!schedule) return false;
  const { id, claimId, dueAt } = schedule;
  const extend = (milliseconds: number) => schedules.extend(id, claimId, milliseconds);
  const result = await leases
    .hold(extend, () => execute(service, schedule))
    .catch(async (error: unknown) => {
      if (error instanceof TakenOverError) return null;
      const { status, body } = toErrorResponse(error, `schedule ${id}`);
      const isLate = now() >= dueAt.getTime() + patienceMs;
      if (status < 500 || (isLate && (await hasDoneNothing(service, schedule))))
        return { kind: 'failed' as const, ...body };
      // The claim says where the last attempt began, so that the next one finds what it has made.
      await schedules.wait(id, claimId, retryMs);
      return null;
    });
  if (result) await schedules.end(schedule, claimId, result);
  return true;
}

/**
 * Marks the releases of the schedules that wait: a release can be published after its schedule, and an earlier version did not mark
 * them.
 */
async function markReleases({ schedules, store }: Service): Promise<void> {
  const waiting = (await schedules.list()).filter(({ status }) => status === 'waiting');
  const marking = waiting.map(async ({ action, dueAt }) =>
    markPlannedReleases(store, parseChange(action.call, action.body), new Date(dueAt)),
  );
  // A schedule that cannot be marked, such as while gc removes its release, does not prevent the marks of the others.
  for (const result of await Promise.allSettled(marking)) if (result.status === 'rejected') throw result.reason;
}

/**
 * Runs schedules until it is stopped.
 *
 * @param report  Receives a line for each error of the database.
 * @returns A function that stops, and waits for the schedule that is running.
 */
export function runSchedules(service: Service, report: (line: string) => void): () => Promise<void> {
  const abort = new AbortController();
  const { signal } = abort;
  const runAllDue = async () => {
    while (!signal.aborted && (await runDueSchedule(service)));
  };
  const onError = (what: string) => (error: unknown) =>
    report(`${what}: ${error instanceof Error ? error.message : String(error)}`);
  const running = poll(runAllDue, { interval: pollMs, signal, onError: onError('Schedules cannot run') });
  const marking = poll(() => markReleases(service), {
    interval: markingMs,
    signal,
    onError: onError('Releases of schedules cannot be marked'),
  });
  return async () => {
    abort.abort();
    await Promise.all([running, marking]);
  };
}
