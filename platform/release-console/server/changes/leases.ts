import { readAuditLog } from '@shop/releases/state/audit-log';
import type { Environment } from '@shop/releases/state/environment';
import { readLiveState } from '@shop/releases/state/live-state';
import type { Claim } from '../database/documents';

/** Milliseconds after which another instance takes over the job of an instance that does not renew its lease. */
export const leaseMs = 60_000;

/** Sets the time until which a job belongs to this instance. */
export type ExtendLease = (milliseconds: number) => Promise<void>;

export type Leases = ReturnType<typeof createLeases>;

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

/** Reads the number of the newest change; 0 in a new environment. */
export const readSeq = async (environment: Environment): Promise<number> =>
  (await readLiveState(environment))?.head.seq ?? 0;

/**
 * Finds the change that an instance made before it was killed: the one with its author and this reason after its claim.
 *
 * @returns The number of the change. Null: it made none.
 */
export async function findMadeChange(
  environment: Environment,
  previous: Claim | null,
  reason: string,
): Promise<number | null> {
  const state = previous && (await readLiveState(environment));
  if (!state) return null;
  for await (const entry of readAuditLog(environment.store, state.head.log, environment.trusted)) {
    if (entry.seq <= previous.seq) return null;
    if (entry.by === previous.by && entry.reason === reason) return entry.seq;
  }
  return null;
}
