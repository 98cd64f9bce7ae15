import { open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { hasErrorCode } from './errno';
import { type LockHolder, parseLockHolder } from './lock-holder';

/*
 * A lock folder holds one file per holder, named by its fencing number, and by `<number>.free` once that holder has released
 * the lock. The highest number is the current holder. No process deletes the file of the current holder: a process that
 * deleted a stale lock could delete its successor's.
 */
const freeSuffix = '.free';
const namePattern = /^(\d+)(\.free)?$/;

/** The newest holder of a lock folder. */
export interface NewestLock {
  number: number;
  isReleased: boolean;
}

const getFile = (folder: string, number: number) => path.join(folder, String(number));

/** Resolves to a fallback when the file is gone: the resource, and its lock folder with it, may have been removed. */
async function unlessMissing<Result>(work: Promise<Result>, fallback: Result): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return fallback;
    throw error;
  }
}

async function listNumbers(folder: string): Promise<{ name: string; number: number }[]> {
  const names = await unlessMissing(readdir(folder), []);
  return names.flatMap((name) => {
    const [, number] = name.match(namePattern) ?? [];
    return number ? [{ name, number: Number(number) }] : [];
  });
}

/** Finds the newest holder. Returns null when the lock was never taken. */
export async function findNewestLock(folder: string): Promise<NewestLock | null> {
  const found = await listNumbers(folder);
  if (found.length === 0) return null;
  const number = Math.max(...found.map((entry) => entry.number));
  return { number, isReleased: found.some(({ name }) => name === number + freeSuffix) };
}

/** Creates the file of a holder. Returns false when another process has created it, or the folder is gone. */
export async function createLockFile(folder: string, number: number, holder: LockHolder): Promise<boolean> {
  const file = await open(getFile(folder, number), 'wx').catch((error: unknown) => {
    if (hasErrorCode(error, 'EEXIST') || hasErrorCode(error, 'ENOENT')) return null;
    throw error;
  });
  if (!file) return false;
  try {
    await file.writeFile(JSON.stringify(holder)).finally(() => file.close());
    return true;
  } catch (error) {
    // A full disk has room for the file and not for its content. No process would get the lock before its lease has ended.
    await removeLockFile(folder, number);
    throw error;
  }
}

/** Marks a lock as released. A new file would need space on a full disk, and the lock would stay with this process. */
export const markReleased = (folder: string, number: number): Promise<void> =>
  unlessMissing(rename(getFile(folder, number), getFile(folder, number) + freeSuffix), undefined);

/** Deletes one lock file. */
export const removeLockFile = (folder: string, number: number) => rm(getFile(folder, number), { force: true });

/** Deletes the files of all holders before a number. */
export async function removeLocksBefore(folder: string, number: number): Promise<void> {
  const older = (await listNumbers(folder)).filter((entry) => entry.number < number);
  await Promise.all(older.map(({ name }) => rm(path.join(folder, name), { force: true })));
}

/** Reads the holder that a lock file describes. Returns null for an empty, incomplete or missing file. */
export const readLockFile = async (folder: string, number: number): Promise<LockHolder | null> =>
  parseLockHolder(await unlessMissing(readFile(getFile(folder, number), 'utf8'), ''));

/** Sets the time of a lock file to now. Returns false when the file is gone. */
export async function renewLockFile(folder: string, number: number): Promise<boolean> {
  const now = new Date();
  const renewed = utimes(getFile(folder, number), now, now).then(() => true);
  return unlessMissing(renewed, false);
}

/** Milliseconds since a lock was last renewed. Returns 0 when its file is gone: its holder has a successor. */
export async function getLockAge(folder: string, number: number): Promise<number> {
  const age = stat(getFile(folder, number)).then(({ mtimeMs }) => Date.now() - mtimeMs);
  return unlessMissing(age, 0);
}
