import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './workspace';

/** One build of a package at a time, whoever asked for it: two would write into each other's files. */
export async function withBuildLock<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  const lock = path.join(root, folder, '.cache/build.lock');
  await mkdir(path.dirname(lock), { recursive: true });
  while (!(await takeLock(lock))) await sleep(100);
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

async function takeLock(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    const owner = Number(await readFile(lock, 'utf8').catch(() => 'gone'));
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
