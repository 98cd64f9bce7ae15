import { randomUUID } from 'node:crypto';
import { HttpError, type ScheduledAction } from '@shop/releases/service-api/requests';
import type { ScheduleResult, ScheduleView } from '@shop/releases/service-api/responses';
import type { NotNull, Selectable } from 'kysely';
import { createClaims } from '../changes/leases';
import type { JobTable, ScheduleEnd, ServiceDatabase } from '../database/database';
import type { Claim, Principal, ScheduledChange } from '../database/documents';

/** Schedules that wait at the same time. */
const maxWaiting = 1000;
/** Schedules in one response. */
const maxShown = 200;

/** A schedule that one instance executes. */
export interface ClaimedSchedule extends ScheduledChange {
  id: string;
  dueAt: Date;
  claimId: string;
  /** The claim of an instance that was killed while it made the change. */
  previous: Claim | null;
}

export interface StoredSchedule extends Omit<ScheduleView, 'by' | 'mayCancel'> {
  principal: Principal;
}

const columns = ['id', 'schedule', 'createdAt', 'dueAt', 'endedAt', 'status', 'result'] as const;
/** The types of the columns of a schedule. */
interface Narrow {
  schedule: NotNull;
  status: 'waiting' | 'running' | ScheduleEnd;
}
type Row = Omit<Pick<Selectable<JobTable>, (typeof columns)[number]>, keyof Narrow> & {
  schedule: ScheduledChange;
  status: Narrow['status'];
};

export type Schedules = ReturnType<typeof createSchedules>;

/** Creates the store of schedules. */
export function createSchedules(db: ServiceDatabase, now: () => number = Date.now) {
  const claims = createClaims(db, now);

  const select = () => db.selectFrom('job').select(columns).where('schedule', 'is not', null).$narrowType<Narrow>();

  const toStored = ({ schedule, createdAt, dueAt, endedAt, ...row }: Row): StoredSchedule => ({
    ...row,
    ...schedule,
    createdAt: createdAt.toISOString(),
    dueAt: dueAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  });

  return {
    /** @throws {HttpError} 409 when too many schedules wait. */
    add: async (principal: Principal, action: ScheduledAction, dueAt: Date): Promise<StoredSchedule> => {
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
          schedule: JSON.stringify({ principal, action }),
        })
        .returning(columns)
        .$narrowType<Narrow>()
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
        .updateTable('job')
        .set({ status: 'cancelled', endedAt: new Date(now()) })
        .where('id', '=', id)
        .where('schedule', 'is not', null)
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
          .selectFrom('job')
          .select(['id', 'schedule', 'dueAt', 'claim'])
          .where('schedule', 'is not', null)
          .$narrowType<Narrow>()
          .where((where) =>
            where.or([
              where.and([
                where('status', '=', 'waiting'),
                where('dueAt', '<=', new Date(now())),
                where.or([where('leaseEndsAt', 'is', null), where('leaseEndsAt', '<', new Date(now()))]),
              ]),
              where.and([where('status', '=', 'running'), where('leaseEndsAt', '<', new Date(now()))]),
            ]),
          )
          .orderBy('dueAt')
          .limit(1)
          .forUpdate()
          .skipLocked()
          .executeTakeFirst();
        if (!row) return null;
        const { id, schedule, dueAt, claim } = row;
        return { id, dueAt, ...schedule, ...(await claims.take(own, id, claim)) };
      }),

    begin: claims.begin,
    extend: claims.extend,

    /** Stores when the next attempt of a schedule may begin. People can cancel the schedule until then. */
    wait: async (id: string, claimId: string, milliseconds: number): Promise<void> => {
      await claims
        .update(id, claimId)
        .set({ status: 'waiting', leaseEndsAt: new Date(now() + milliseconds) })
        .execute();
    },

    /** Stores the result, unless another instance has taken the schedule over. */
    end: async (id: string, claimId: string, result: ScheduleResult): Promise<void> => {
      await claims
        .update(id, claimId)
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
