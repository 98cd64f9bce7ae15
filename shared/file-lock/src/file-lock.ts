import { mkdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createLockFile,
  findNewestLock,
  getLockAge,
  markReleased,
  readLockFile,
  removeLockFile,
  removeLocksBefore,
  renewLockFile,
} from './lock-files';
import { describeThisProcess, findHolderState, type LockHolder } from './lock-holder';

export interface FileLockOptions {
  /** Milliseconds to wait for the lock. 0 tries once. Default 60,000. */
  timeoutMs?: number;
  /**
   * Milliseconds after which a holder counts as crashed when it has not renewed its lock and this process cannot find out
   * whether it runs: it runs on another machine or in another container, or its lock file is empty. Holders renew three
   * times in this span. Default 10,000.
   */
  leaseMs?: number;
}

/** Milliseconds between two attempts, on average. */
const retryMs = 20;

/** A lock that this process has acquired. */
export interface FileLock {
  /** Rises with every holder of the folder. */
  fencingNumber: number;
  /** Aborts, with a `FileLockLostError`, when another process has taken the lock over. */
  signal: AbortSignal;
  /** Reads the folder. Resolves to false when another process has taken the lock over. Call it right before a write. */
  isHeld: () => Promise<boolean>;
  /** Frees the lock. */
  release: () => Promise<void>;
}

/** Another process held the lock during the whole wait. */
export class FileLockTimeoutError extends Error {
  override name = 'FileLockTimeoutError';

  /** @param holder Null when the lock file is empty or incomplete. */
  constructor(
    readonly folder: string,
    readonly holder: LockHolder | null,
    timeoutMs: number,
  ) {
    const who = holder
      ? `process ${holder.pid} on ${holder.host} since ${holder.since}`
      : 'a process that it does not name';
    super(
      `The lock ${folder} is held by ${who}, and was not released within ${timeoutMs / 1000} s. Wait for that process or stop it, then try again.`,
    );
  }
}

/** Another process has taken the lock over, because this one did not renew it in time. */
export class FileLockLostError extends Error {
  override name = 'FileLockLostError';

  constructor(readonly folder: string) {
    super(`The lock ${folder} was taken over by another process, because this process did not renew it in time.`);
  }
}

/**
 * Runs work while this process holds a lock. Releases the lock when the work has ended or failed.
 *
 * @param folder Absolute path of a folder for this lock alone. It is created when it does not exist.
 * @throws {FileLockTimeoutError} When another process holds the lock for longer than `timeoutMs`.
 * @example await withFileLock(path.join(root, '.cache/build.lock'), () => build(root), { timeoutMs: 600_000 });
 */
export async function withFileLock<Result>(
  folder: string,
  work: (lock: FileLock) => Promise<Result>,
  options: FileLockOptions = {},
): Promise<Result> {
  const lock = await acquireFileLock(folder, options);
  try {
    return await work(lock);
  } finally {
    await lock.release();
  }
}

/**
 * Acquires a lock that processes share through a folder. The lock of a process that has ended is taken over at once; that
 * of a process about which nothing is known, after its lease. A process that runs on this machine keeps its lock, also
 * while it is suspended. The lock does not keep the process alive.
 *
 * @param folder Absolute path of a folder for this lock alone. It is created when it does not exist.
 * @throws {FileLockTimeoutError} When another process holds the lock for longer than `timeoutMs`.
 */
export async function acquireFileLock(folder: string, options: FileLockOptions = {}): Promise<FileLock> {
  const { timeoutMs = 60_000, leaseMs = 10_000 } = options;
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const number = await tryAcquire(folder, leaseMs);
    if (number !== null) return keepLease(folder, number, leaseMs);
    if (performance.now() >= deadline) throw new FileLockTimeoutError(folder, await findLockHolder(folder), timeoutMs);
    // A random pause, so that waiting processes do not try in step.
    await sleep(retryMs * (0.5 + Math.random()));
  }
}

/**
 * Finds the process that holds a lock, or held it when it crashed.
 *
 * @returns Null when the lock is free, or its file is empty or incomplete.
 */
export async function findLockHolder(folder: string): Promise<LockHolder | null> {
  const newest = await findNewestLock(folder);
  return newest && !newest.isReleased ? readLockFile(folder, newest.number) : null;
}

/** @returns The fencing number; null when another process holds the lock, or was faster. */
async function tryAcquire(folder: string, leaseMs: number): Promise<number | null> {
  await mkdir(folder, { recursive: true });
  const newest = await findNewestLock(folder);
  if (newest && !newest.isReleased && !(await isStale(folder, newest.number, leaseMs))) return null;
  const number = (newest?.number ?? 0) + 1;
  if (!(await createLockFile(folder, number, await describeThisProcess()))) return null;
  // `newest` may be outdated by now: others have taken higher numbers and deleted this one.
  const current = await findNewestLock(folder);
  if (current?.number !== number) {
    await removeLockFile(folder, number);
    return null;
  }
  await removeLocksBefore(folder, number);
  return number;
}

async function isStale(folder: string, number: number, leaseMs: number): Promise<boolean> {
  const holder = await readLockFile(folder, number);
  const state = holder ? await findHolderState(holder) : 'unknown';
  if (state !== 'unknown') return state === 'ended';
  return (await getLockAge(folder, number)) > leaseMs;
}

/** Renews an acquired lock until it is released or lost. */
function keepLease(folder: string, fencingNumber: number, leaseMs: number): FileLock {
  const controller = new AbortController();
  let isReleased = false;
  const isHeld = async () => (await findNewestLock(folder))?.number === fencingNumber;
  const renew = async () => {
    if ((await renewLockFile(folder, fencingNumber)) && (await isHeld())) return;
    // The file of a lock that was released in the meantime has another name.
    if (isReleased) return;
    stop();
    controller.abort(new FileLockLostError(folder));
  };
  // An attempt that the file system fails is repeated: `isHeld` reports the error to the work itself.
  const timer = setInterval(() => void renew().catch(() => undefined), leaseMs / 3);
  timer.unref();
  const stop = () => clearInterval(timer);
  const release = async () => {
    isReleased = true;
    stop();
    await markReleased(folder, fencingNumber);
  };
  return { fencingNumber, signal: controller.signal, isHeld, release };
}
