import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isCode } from './errno';

/** Milliseconds after which a lock belongs to a process that died. */
const lockExpiry = 10_000;
const lockWait = 20;
const freed = '.free';

/** Whether this process still holds a lock: false when it held it for so long that another one took it over. */
export type IsHeld = () => Promise<boolean>;

/**
 * Lets one process at a time do something. Each holder makes a file with the next number, and one more beside it when it
 * is done; whoever comes next starts from the highest number. A holder that died is passed over with a higher number, so
 * nobody ever removes a lock that could have become somebody else's since it was looked at.
 *
 * @param folder Absolute folder of this lock alone; it need not exist.
 */
export async function withFolderLock<Result>(folder: string, work: (isHeld: IsHeld) => Promise<Result>) {
  let own = await take(folder);
  while (own === null) {
    await sleep(lockWait);
    own = await take(folder);
  }
  const held = own;
  try {
    return await work(async () => (await highest(folder)).number === held);
  } finally {
    await create(path.join(folder, held + freed));
  }
}

/** @returns The number of the lock that was taken; null when somebody holds it, or was faster. */
async function take(folder: string): Promise<number | null> {
  await mkdir(folder, { recursive: true });
  const last = await highest(folder);
  const isOpen = last.number === 0 || last.isFree || (await isExpired(path.join(folder, String(last.number))));
  if (!isOpen) return null;
  const own = last.number + 1;
  if (!(await create(path.join(folder, String(own))))) return null;
  // Whoever looked some time ago made a number that others are beyond.
  if ((await highest(folder)).number > own) {
    await rm(path.join(folder, String(own)), { force: true });
    return null;
  }
  for (const { name, number } of await entries(folder)) {
    if (number < own) await rm(path.join(folder, name), { force: true });
  }
  return own;
}

async function entries(folder: string): Promise<{ name: string; number: number }[]> {
  return (await readdir(folder)).map((name) => ({ name, number: Number.parseInt(name, 10) }));
}

async function highest(folder: string): Promise<{ number: number; isFree: boolean }> {
  const found = await entries(folder);
  const number = Math.max(0, ...found.map((entry) => entry.number));
  return { number, isFree: found.some(({ name }) => name === number + freed) };
}

/** @returns False when the file was there already, or its folder is not. */
async function create(file: string): Promise<boolean> {
  try {
    await (await open(file, 'wx')).close();
    return true;
  } catch (error) {
    // The second when the key, and its lock with it, was removed.
    if (isCode(error, 'EEXIST') || isCode(error, 'ENOENT')) return false;
    throw error;
  }
}

async function isExpired(file: string): Promise<boolean> {
  try {
    return Date.now() - (await stat(file)).mtimeMs > lockExpiry;
  } catch (error) {
    if (isCode(error, 'ENOENT')) return false;
    throw error;
  }
}
