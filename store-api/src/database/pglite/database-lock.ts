import { randomUUID } from 'node:crypto';
import { link, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../../errors/error-code';
import { DatabaseUnavailableError } from '../database-unavailable-error';

/** Process that holds the lock. `startedAt` distinguishes it from a later process with the same pid. */
interface LockOwner {
  pid: number;
  startedAt: string;
  nonce: string;
}

export interface DatabaseLock {
  release: () => Promise<void>;
}

/** Another running process has the database open. */
export class DatabaseInUseError extends DatabaseUnavailableError {
  override name = 'DatabaseInUseError';
}

/**
 * Acquires the lock of a PGlite folder. PGlite itself has no lock, and two processes that write to one folder corrupt the
 * data. A stale lock, whose process has ended, is taken over.
 *
 * @param dataDir An existing folder. The lock is its file `database.lock`.
 * @throws {DatabaseInUseError} When a running process holds the lock.
 */
export async function acquireDatabaseLock(dataDir: string): Promise<DatabaseLock> {
  return acquire(join(dataDir, 'database.lock'), dataDir);
}

/** Finds the pid of the process that has the PGlite folder open. */
export async function findDatabaseOwner(dataDir: string): Promise<number | undefined> {
  const owner = await readOwner(join(dataDir, 'database.lock'));
  return owner && (await isAlive(owner)) ? owner.pid : undefined;
}

async function acquire(path: string, dataDir: string): Promise<DatabaseLock> {
  const me: LockOwner = {
    pid: process.pid,
    startedAt: (await readProcessState(process.pid)).startedAt,
    nonce: randomUUID(),
  };
  const draft = `${path}.${me.nonce}`;
  await writeFile(draft, JSON.stringify(me));
  try {
    // A hard link is created atomically and never replaces an existing file.
    await link(draft, path);
    await unlink(draft);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    await takeOver(path, draft, dataDir).catch(async (failure) => {
      await unlink(draft);
      throw failure;
    });
  }
  return { release: () => release(path, me) };
}

/** Replaces a stale lock. A second lock guards the takeover, so that two processes cannot both replace it. */
async function takeOver(path: string, draft: string, dataDir: string): Promise<void> {
  await assertNoLiveOwner(path, dataDir);
  const turn = await acquire(`${path}.takeover`, dataDir);
  try {
    await assertNoLiveOwner(path, dataDir);
    await rename(draft, path);
  } finally {
    await turn.release();
  }
}

async function assertNoLiveOwner(path: string, dataDir: string): Promise<void> {
  const owner = await readOwner(path);
  if (owner && (await isAlive(owner))) {
    throw new DatabaseInUseError(
      `The database in ${dataDir} is in use by process ${owner.pid}; stop it, or set DATA_DIR to another folder.`,
    );
  }
}

async function release(path: string, me: LockOwner): Promise<void> {
  if ((await readOwner(path))?.nonce === me.nonce) await unlink(path);
}

/** Reads the owner of a lock file. An absent or invalid file has none. */
async function readOwner(path: string): Promise<LockOwner | undefined> {
  try {
    const owner: unknown = JSON.parse(await readFile(path, 'utf8'));
    return typeof owner === 'object' && owner !== null && 'pid' in owner && typeof owner.pid === 'number'
      ? (owner as LockOwner)
      : undefined;
  } catch (error) {
    if (hasCode(error, 'ENOENT') || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

async function isAlive(owner: LockOwner): Promise<boolean> {
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
  const { state, startedAt } = await readProcessState(owner.pid);
  // A zombie process has ended. Its parent has not collected its exit status yet.
  return state !== 'Z' && (startedAt === '' || owner.startedAt === '' || startedAt === owner.startedAt);
}

/** Reads a process's state letter and its start in clock ticks since boot from /proc. Both are empty without /proc. */
export async function readProcessState(pid: number): Promise<{ state: string; startedAt: string }> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The process name in parentheses may contain spaces. The state (field 3) and start (field 22) come after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', startedAt: fields[19] ?? '' };
  } catch {
    return { state: '', startedAt: '' };
  }
}
