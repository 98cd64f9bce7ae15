import { randomUUID } from 'node:crypto';
import { HttpError, type ScheduledAction } from '@shop/releases/service-api/requests';
import type { ScheduleResult, ScheduleView } from '@shop/releases/service-api/responses';
import { type Selectable, sql } from 'kysely';
import { createClaims } from '../changes/leases';
import type { ScheduleTable, ServiceDatabase } from '../database/database';
import type { Claim, Principal } from '../database/documents';

/** Schedules that wait at the same time. */
const maxWaiting = 1000;
/** Schedules in one response. */
const maxShown = 200;

/** A schedule that one instance executes. */
export interface ClaimedSchedule {
  id: string;
  claimId: string;
  principal: Principal;
  action: ScheduledAction;
  /** The claim of an instance that was killed while it made the change. */
  previous: Claim | null;
}

export interface StoredSchedule extends Omit<ScheduleView, 'by' | 'mayCancel'> {
  principal: Principal;
}

const columns = ['id', 'principal', 'action', 'createdAt', 'dueAt', 'endedAt', 'status', 'result'] as const;
type Row = Pick<Selectable<ScheduleTable>, (typeof columns)[number]>;

export type Schedules = ReturnType<typeof createSchedules>;

/** Creates the store of schedules. */
export function createSchedules(db: ServiceDatabase, now: () => number = Date.now) {
  const claims = createClaims(db, 'schedule', now);

  const claimed = (id: string, claimId: string) =>
    db.updateTable('schedule').where('id', '=', id).where(sql`claim ->> 'id'`, '=', claimId);

  const select = () => db.selectFrom('schedule').select(columns);

  const toStored = ({ createdAt, dueAt, endedAt, ...row }: Row): StoredSchedule => ({
    ...row,
    createdAt: createdAt.toISOString(),
    dueAt: dueAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  });

  return {
    /** @throws {HttpError} 409 when too many schedules wait. */
    add: async (principal: Principal, action: ScheduledAction, dueAt: Date): Promise<StoredSchedule> => {
      const { waiting } = await db
        .selectFrom('schedule')
        .select(({ fn }) => fn.countAll<string>().as('waiting'))
        .where('status', '=', 'waiting')
        .executeTakeFirstOrThrow();
      if (Number(waiting) >= maxWaiting)
        throw new HttpError(409, 'Too many schedules wait: cancel some of them first.');
      const row = await db
        .insertInto('schedule')
        .values({
          id: randomUUID(),
          createdAt: new Date(now()),
          dueAt,
          status: 'waiting' as const,
          result: null,
          endedAt: null,
          claim: null,
          leaseEndsAt: null,
          principal: JSON.stringify(principal),
          action: JSON.stringify(action),
        })
        .returning(columns)
        .executeTakeFirstOrThrow();
      return toStored(row);
    },

    /** Lists the newest schedules by the time at which they are due, the latest first. */
    list: async (): Promise<StoredSchedule[]> =>
      (await select().orderBy('dueAt', 'desc').limit(maxShown).execute()).map(toStored),

    find: async (id: string): Promise<StoredSchedule | null> => {
      const row = await select().where('id', '=', id).executeTakeFirst();
      return row ? toStored(row) : null;
    },

    /** Cancels a schedule that waits. @returns Whether it did. */
    cancel: async (id: string): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('schedule')
        .set({ status: 'cancelled', endedAt: new Date(now()) })
        .where('id', '=', id)
        .where('status', '=', 'waiting')
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /**
     * Claims the schedule that has been due for the longest time, or whose instance no longer renews its lease. Two instances
     * never claim the same one.
     */
    claimDue: (): Promise<ClaimedSchedule | null> =>
      db.transaction().execute(async (own) => {
        const row = await own
          .selectFrom('schedule')
          .select(['id', 'principal', 'action', 'claim'])
          .where((where) =>
            where.or([
              where.and([where('status', '=', 'waiting'), where('dueAt', '<=', new Date(now()))]),
              where.and([where('status', '=', 'running'), where('leaseEndsAt', '<', new Date(now()))]),
            ]),
          )
          .orderBy('dueAt')
          .limit(1)
          .forUpdate()
          .skipLocked()
          .executeTakeFirst();
        if (!row) return null;
        const { claim, ...schedule } = row;
        return { ...schedule, ...(await claims.take(own, row.id, claim)) };
      }),

    begin: claims.begin,
    extend: claims.extend,

    /** Stores the result, unless another instance has taken the schedule over. */
    end: async (id: string, claimId: string, result: ScheduleResult): Promise<void> => {
      await claimed(id, claimId)
        .set({
          status: result.kind === 'failed' ? 'failed' : 'done',
          result: JSON.stringify(result),
          endedAt: new Date(now()),
          claim: null,
          leaseEndsAt: null,
        })
        .execute();
    },
  };
}
