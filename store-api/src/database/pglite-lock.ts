import { randomUUID } from 'node:crypto';
import { link, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../errors/error-code';
import { DatabaseUnusableError } from './database-unusable';

/** Who holds a lock. `startedAt` tells a process from a later one that was given the same number. */
interface LockOwner {
  pid: number;
  startedAt: string;
  nonce: string;
}

export interface DatabaseLock {
  release: () => Promise<void>;
}

/** Another live process has the database open. */
export class DatabaseInUseError extends DatabaseUnusableError {}

/**
 * Takes the lock beside a PGlite folder: PGlite itself takes none, and two processes would destroy the data. A lock
 * whose owner is dead (a crash, a kill) is taken over.
 *
 * @param dataDir An existing folder; the lock is the file `database.lock` in it.
 * @throws DatabaseInUseError when the owner is alive.
 */
export async function lockDatabase(dataDir: string): Promise<DatabaseLock> {
  return acquire(join(dataDir, 'database.lock'), dataDir);
}

/** The process that has the PGlite folder open, or undefined when nobody has. */
export async function databaseOwner(dataDir: string): Promise<number | undefined> {
  const owner = await readOwner(join(dataDir, 'database.lock'));
  return owner && (await isAlive(owner)) ? owner.pid : undefined;
}

async function acquire(path: string, dataDir: string): Promise<DatabaseLock> {
  const me: LockOwner = { pid: process.pid, startedAt: (await kernelView(process.pid)).startedAt, nonce: randomUUID() };
  const draft = `${path}.${me.nonce}`;
  await writeFile(draft, JSON.stringify(me));
  try {
    // A link appears whole or not at all, and never replaces a file.
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

/** Replaces a dead owner's lock. The take-over has a lock of its own, or two newcomers could replace each other's. */
async function takeOver(path: string, draft: string, dataDir: string): Promise<void> {
  await refuseLiveOwner(path, dataDir);
  const turn = await acquire(`${path}.takeover`, dataDir);
  try {
    await refuseLiveOwner(path, dataDir);
    await rename(draft, path);
  } finally {
    await turn.release();
  }
}

async function refuseLiveOwner(path: string, dataDir: string): Promise<void> {
  const owner = await readOwner(path);
  if (owner && (await isAlive(owner))) {
    throw new DatabaseInUseError(
      `The database in ${dataDir} is in use by process ${owner.pid}; stop it, or name another folder in DATA_DIR.`,
    );
  }
}

async function release(path: string, me: LockOwner): Promise<void> {
  if ((await readOwner(path))?.nonce === me.nonce) await unlink(path);
}

/** An absent or unreadable lock has no owner. */
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
  const { state, startedAt } = await kernelView(owner.pid);
  // A zombie has ended; only its parent has not noticed yet.
  return state !== 'Z' && (startedAt === '' || owner.startedAt === '' || startedAt === owner.startedAt);
}

/** A process's state letter and its start in clock ticks since boot; both empty where /proc does not say. */
export async function kernelView(pid: number): Promise<{ state: string; startedAt: string }> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may hold spaces: the fields after it are counted, from field 3 (state) to 22 (start).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', startedAt: fields[19] ?? '' };
  } catch {
    return { state: '', startedAt: '' };
  }
}
