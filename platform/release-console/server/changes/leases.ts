import { randomUUID } from 'node:crypto';
import { type AuditLogEntry, readAuditLog } from '@shop/releases/state/audit-log';
import type { Environment } from '@shop/releases/state/environment';
import { readLiveState } from '@shop/releases/state/live-state';
import { ConflictError } from '@shop/releases/store/errors';
import { sql, type Updateable } from 'kysely';
import type { JobTable, ServiceDatabase } from '../database/database';
import type { Claim } from '../database/documents';

/** Milliseconds after which another instance takes over the job of an instance that does not renew its lease. */
export const leaseMs = 60_000;

/** A job that this instance executes. */
export interface ClaimedJob {
  claimId: string;
  /** The claim of an attempt that failed or was killed, and may have made the change. Null: none has begun. */
  previous: Claim | null;
}

/** Sets the time until which a job belongs to this instance. */
export type ExtendLease = (milliseconds: number) => Promise<void>;

/** Creates the leases of an instance. */
export function createLeases() {
  const timers = new Map<ExtendLease, NodeJS.Timeout>();
  const stopRenewal = (extend: ExtendLease) => {
    clearInterval(timers.get(extend));
    timers.delete(extend);
  };
  return {
    /** Works while the lease of a job is renewed. */
    hold: async <Result>(extend: ExtendLease, work: () => Promise<Result>): Promise<Result> => {
      const renew = () =>
        // A lease that cannot be renewed ends. The next claim finds out whether the work was done.
        void extend(leaseMs).catch((error: unknown) => console.error('A lease cannot be renewed:', error));
      timers.set(extend, setInterval(renew, leaseMs / 3));
      return work().finally(() => stopRenewal(extend));
    },

    /** Ends the leases of jobs that are not done when the process ends, so that another instance takes them over at once. */
    release: async (): Promise<void> => {
      const held = [...timers.keys()];
      held.forEach(stopRenewal);
      await Promise.all(held.map((extend) => extend(0)));
    },
  };
}

/**
 * Creates the claims of instances on jobs.
 *
 * @param now  The time in Unix milliseconds.
 */
export function createClaims(db: ServiceDatabase, now: () => number) {
  /** Updates a job of this instance. @returns False when another instance has taken the job over. */
  const update = async (id: string, claimId: string, values: Updateable<JobTable>, own = db): Promise<boolean> => {
    const ofInstance = own.updateTable('job').where('id', '=', id).where(sql`claim ->> 'id'`, '=', claimId);
    const { numUpdatedRows } = await ofInstance.set(values).executeTakeFirst();
    return numUpdatedRows > 0n;
  };
  return {
    update,

    /** Claims a row that the transaction has locked. */
    take: async (own: ServiceDatabase, id: string, claim: Claim | null): Promise<ClaimedJob> => {
      const claimId = randomUUID();
      await own
        .updateTable('job')
        .set({
          status: 'running',
          // Until the work begins, the claim tells where the attempt before it began.
          claim: JSON.stringify({ ...claim, id: claimId }),
          leaseEndsAt: new Date(now() + leaseMs),
        })
        .where('id', '=', id)
        .execute();
      return { claimId, previous: findAttempt(claim) };
    },

    /** Stores the number of the newest change before the work begins. @returns False when another instance has taken the job over. */
    begin: (id: string, claim: Claim): Promise<boolean> => update(id, claim.id, { claim: JSON.stringify(claim) }),

    extend: async (id: string, claimId: string, milliseconds: number): Promise<void> => {
      await update(id, claimId, { leaseEndsAt: new Date(now() + milliseconds) });
    },
  };
}

/** Reads the number of the newest change; 0 in a new environment. */
export const readSeq = async (environment: Environment): Promise<number> =>
  (await readLiveState(environment))?.head.seq ?? 0;

/** Returns the claim of an attempt that may have made the change. Null: none has begun. */
export const findAttempt = (claim: Claim | null): Claim | null => (claim?.seq === undefined ? null : claim);

/**
 * Finds the change that an earlier attempt made: its entry in the audit log names the job. The next attempt uses the
 * number of the newest change from before this call, so that it fails when the earlier one makes the change in between.
 *
 * @returns The entry of the change. Null: it made none.
 */
export async function findMadeChange(
  environment: Environment,
  previous: Claim | null,
  job: string,
): Promise<AuditLogEntry | null> {
  const state = previous && (await readLiveState(environment));
  if (!state) return null;
  for await (const entry of readAuditLog(environment.store, state.head.log, environment.trusted)) {
    if (entry.seq <= previous.seq) return null;
    if (entry.job === job) return entry;
  }
  return null;
}

type Pending<Result> = Exclude<Result, { kind: 'live' }>;
const isPending = <Result extends { kind: string }>(result: Result): result is Pending<Result> =>
  result.kind !== 'live';

/**
 * Makes the change of a job. The audit log says whether it was made: a write whose answer was lost can fail with any error, and
 * an environment that is in the wanted state already stays as it is.
 *
 * @param since  The claim of the first attempt.
 * @param advice  What to do when the environment was in the wanted state already.
 * @returns The entry of the change, or what it waits for.
 * @throws {ConflictError} When the environment was in the wanted state already.
 */
export async function makeOrFind<Result extends { kind: string }>(
  environment: Environment,
  since: Claim,
  job: string,
  make: () => Promise<Result>,
  advice: string,
): Promise<Pending<Result> | { kind: 'live'; entry: AuditLogEntry }> {
  const find = () => findMadeChange(environment, since, job);
  let result: Result;
  try {
    result = await make();
  } catch (error) {
    const entry = await find();
    if (!entry) throw error;
    return { kind: 'live', entry };
  }
  if (isPending(result)) return result;
  const entry = await find();
  if (entry) return { kind: 'live', entry };
  throw new ConflictError(`It changed nothing, since ${environment.name} was in that state already: ${advice}.`);
}
