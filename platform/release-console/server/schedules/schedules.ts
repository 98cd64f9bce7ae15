import { randomUUID } from 'node:crypto';
import { HttpError } from '@shop/releases/service-api/requests';
import type { ScheduleResult, ScheduleView } from '@shop/releases/service-api/responses';
import { type NotNull, type Selectable, sql } from 'kysely';
import { type ClaimedJob, createClaims } from '../changes/leases';
import { createScheduleEvent } from '../changes/request-event';
import type { JobTable, ScheduleEnd, ServiceDatabase } from '../database/database';
import type { Claim, Principal, ScheduledChange } from '../database/documents';
import type { RequestOutbox } from '../webhooks/request-outbox';

/** Schedules that wait at the same time. */
const maxWaiting = 1000;
/** Ended schedules in one response. */
const maxEnded = 200;

/** A schedule that one instance executes. */
export interface ClaimedSchedule extends ScheduledChange, ClaimedJob {
  id: string;
  dueAt: Date;
}

export interface StoredSchedule extends Omit<ScheduleView, 'by' | 'mayCancel'> {
  principal: Principal;
  /** The claim of the last instance. Null: none has begun, or the schedule has ended. */
  claim: Claim | null;
}

const columns = ['id', 'schedule', 'createdAt', 'dueAt', 'endedAt', 'status', 'result', 'claim'] as const;
/** The types of the columns of a schedule. */
interface Narrow {
  schedule: NotNull;
  status: 'waiting' | 'running' | ScheduleEnd;
}
type Row = Omit<Pick<Selectable<JobTable>, (typeof columns)[number]>, keyof Narrow> & {
  schedule: ScheduledChange;
  status: Narrow['status'];
};

/** Locks the schedule in the transaction that may run, and that has been due for the longest time. */
const lockDue = (own: ServiceDatabase, now: Date) =>
  own
    .selectFrom('job')
    .select(['id', 'schedule', 'dueAt', 'claim'])
    .where('schedule', 'is not', null)
    .$narrowType<Narrow>()
    .where((where) =>
      where.or([
        where.and([
          where('status', '=', 'waiting'),
          where('dueAt', '<=', now),
          where.or([where('leaseEndsAt', 'is', null), where('leaseEndsAt', '<', now)]),
        ]),
        where.and([where('status', '=', 'running'), where('leaseEndsAt', '<', now)]),
      ]),
    )
    .orderBy('dueAt')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();

/**
 * Creates the store of schedules.
 *
 * @param outbox  Receives an event with each schedule that fails.
 */
export function createSchedules(db: ServiceDatabase, outbox: Pick<RequestOutbox, 'add'>, now: () => number = Date.now) {
  const claims = createClaims(db, now);

  const select = () => db.selectFrom('job').select(columns).where('schedule', 'is not', null).$narrowType<Narrow>();

  const toStored = ({ schedule, createdAt, dueAt, endedAt, ...row }: Row): StoredSchedule => ({
    ...row,
    ...schedule,
    apps: schedule.apps ?? null,
    createdAt: createdAt.toISOString(),
    dueAt: dueAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  });

  return {
    /** @throws {HttpError} 409 when too many schedules wait. */
    add: async (change: ScheduledChange, dueAt: Date): Promise<StoredSchedule> => {
      const { waiting } = await db
        .selectFrom('job')
        .select(({ fn }) => fn.countAll<string>().as('waiting'))
        .where('schedule', 'is not', null)
        .where('status', '=', 'waiting')
        .executeTakeFirstOrThrow();
      if (Number(waiting) >= maxWaiting)
        throw new HttpError(409, 'Too many schedules wait: cancel some of them first.');
      const row = await db
        .insertInto('job')
        .values({
          id: randomUUID(),
          createdAt: new Date(now()),
          dueAt,
          status: 'waiting',
          schedule: JSON.stringify(change),
        })
        .returning(columns)
        .$narrowType<Narrow>()
        .executeTakeFirstOrThrow();
      return toStored(row);
    },

    /** Lists every schedule that waits or runs, and the newest ended ones, by the time at which they are due, the latest first. */
    list: async (): Promise<StoredSchedule[]> => {
      const open = ['waiting', 'running'] as const;
      const ended = db
        .selectFrom('job')
        .select('id')
        .where('schedule', 'is not', null)
        .where('status', 'not in', open)
        .orderBy('dueAt', 'desc')
        .limit(maxEnded);
      // One statement sees each schedule once, also when one ends meanwhile.
      const rows = await select()
        .where((where) => where.or([where('status', 'in', open), where('id', 'in', ended)]))
        .orderBy('dueAt', 'desc')
        .execute();
      return rows.map(toStored);
    },

    find: async (id: string): Promise<StoredSchedule | null> => {
      const row = await select().where('id', '=', id).executeTakeFirst();
      return row ? toStored(row) : null;
    },

    /** Cancels a schedule that waits, unless an instance has claimed it since it was found. @returns Whether it did. */
    cancel: async ({ id, claim }: Pick<StoredSchedule, 'id' | 'claim'>): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('job')
        .set({ status: 'cancelled', endedAt: new Date(now()), claim: null, leaseEndsAt: null })
        .where('id', '=', id)
        .where('schedule', 'is not', null)
        .where('status', '=', 'waiting')
        .where(sql`claim ->> 'id'`, 'is not distinct from', claim?.id ?? null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /**
     * Claims the schedule that has been due for the longest time, or whose instance no longer renews its lease. Two instances
     * never claim the same one.
     */
    claimDue: (): Promise<ClaimedSchedule | null> =>
      db.transaction().execute(async (own) => {
        const row = await lockDue(own, new Date(now()));
        if (!row) return null;
        const { id, schedule, dueAt, claim } = row;
        return { id, dueAt, ...schedule, ...(await claims.take(own, id, claim)) };
      }),

    begin: claims.begin,
    extend: claims.extend,

    /**
     * Stores when the next attempt of a schedule may begin. Until then people can cancel the schedule, when no attempt has
     * made its change or requested its approval.
     */
    wait: async (id: string, claimId: string, milliseconds: number): Promise<void> => {
      await claims.update(id, claimId, { status: 'waiting', leaseEndsAt: new Date(now() + milliseconds) });
    },

    /** Stores the result, unless another instance has taken the schedule over. */
    end: (schedule: ScheduledChange & { id: string }, claimId: string, result: ScheduleResult): Promise<void> =>
      db.transaction().execute(async (own) => {
        const status = result.kind === 'failed' ? 'failed' : 'done';
        const ended = { status, endedAt: new Date(now()), claim: null, leaseEndsAt: null } as const;
        const isOwn = await claims.update(schedule.id, claimId, { ...ended, result: JSON.stringify(result) }, own);
        if (isOwn && result.kind === 'failed') await outbox.add(own, createScheduleEvent(schedule, result.error));
      }),
  };
}
