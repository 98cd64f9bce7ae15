import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './workspace';

const retryMilliseconds = 100;

/**
 * Runs one build of a package at a time across processes: two builds would overwrite each other's files. The lock file
 * holds the id of its process, and a lock of a dead process is removed. `@shop/file-lock` does not fit: its locks expire
 * after ten seconds, and a build takes longer.
 *
 * @param folder  Folder of the package, relative to the repository.
 */
export async function withBuildLock<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  const lock = path.join(root, folder, '.cache/build.lock');
  await mkdir(path.dirname(lock), { recursive: true });
  while (!(await tryLock(lock))) await sleep(retryMilliseconds);
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

async function tryLock(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    const owner = Number(await readFile(lock, 'utf8').catch(() => NaN));
    if (owner && !isRunning(owner)) await rm(lock, { force: true });
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
