import { hostname } from 'node:os';
import { join } from 'node:path';
import { acquireFileLock, FileLockTimeoutError } from '@shop/file-lock/file-lock';
import { findNewestLock, getLockAge, readLockFile } from '@shop/file-lock/lock-files';
import { findHolderState, type LockHolder } from '@shop/file-lock/lock-holder';
import { DatabaseUnavailableError } from '../database-unavailable-error';

export interface DatabaseLock {
  /** Aborts when another process has taken the lock over, because this process was suspended for longer than the lease. */
  signal: AbortSignal;
  release: () => Promise<void>;
}

/** Another running process has the database open. */
export class DatabaseInUseError extends DatabaseUnavailableError {
  override name = 'DatabaseInUseError';
}

export interface DatabaseLockOptions {
  /**
   * Milliseconds after which a holder in another container or on another machine counts as crashed when it has not renewed
   * its lock. A statement of PGlite blocks the renewal while it runs. Default 30,000.
   */
  leaseMs?: number;
  /** Milliseconds to wait for a holder about which nothing is known. Default: the lease and 5 seconds. */
  waitMs?: number;
}

const defaultLeaseMs = 30_000;

const getFolder = (dataDir: string) => join(dataDir, 'database.lock');

/**
 * Acquires the lock of a PGlite folder. PGlite itself has no lock, and two processes that write to one folder corrupt the
 * data. The lock also works between containers that share a volume: their processes may have the same pid, so a pid counts
 * in its own pid namespace only. The lock of a process that has ended is taken over; that of a container that is gone, after
 * its lease.
 *
 * @param dataDir An existing folder. The lock is its folder `database.lock`.
 * @throws {DatabaseInUseError} When another process holds the lock.
 */
export async function acquireDatabaseLock(
  dataDir: string,
  { leaseMs = defaultLeaseMs, waitMs = leaseMs + 5000 }: DatabaseLockOptions = {},
): Promise<DatabaseLock> {
  const folder = getFolder(dataDir);
  try {
    return await acquireFileLock(folder, { leaseMs, timeoutMs: 0 });
  } catch (error) {
    if (!(error instanceof FileLockTimeoutError)) throw error;
    if (error.holder && (await findHolderState(error.holder)) === 'running')
      throw createInUseError(dataDir, error.holder);
  }
  // The holder is in another container or on another machine, and may be gone.
  try {
    return await acquireFileLock(folder, { leaseMs, timeoutMs: waitMs });
  } catch (error) {
    if (!(error instanceof FileLockTimeoutError)) throw error;
    throw createInUseError(dataDir, error.holder);
  }
}

/**
 * Finds the pid of the process that has the PGlite folder open. A pid of another container or machine means nothing here, but
 * says that the folder is in use. It is in use until the lease of its holder has expired.
 */
export async function findDatabaseOwner(dataDir: string): Promise<number | undefined> {
  const folder = getFolder(dataDir);
  const newest = await findNewestLock(folder);
  const holder = newest && !newest.isReleased ? await readLockFile(folder, newest.number) : null;
  if (!newest || !holder) return undefined;
  const state = await findHolderState(holder);
  const isOwner =
    state === 'unknown' ? (await getLockAge(folder, newest.number)) <= defaultLeaseMs : state === 'running';
  return isOwner ? holder.pid : undefined;
}

function createInUseError(dataDir: string, holder: LockHolder | null): DatabaseInUseError {
  const who = holder
    ? `process ${holder.pid}${holder.host === hostname() ? '' : ` on ${holder.host}`}`
    : 'a process that is starting';
  return new DatabaseInUseError(
    `The database in ${dataDir} is in use by ${who}; stop it, or set DATA_DIR to another folder.`,
  );
}
