import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { acquireFileLock, FileLockLostError, FileLockTimeoutError, findLockHolder, withFileLock } from './file-lock';
import { describeThisProcess, type LockHolder } from './lock-holder';
import { canMountSmallDisk, mountSmallDisk, type SmallDisk } from './testing/small-disk';

let folder: string;
beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), 'file-lock-')), 'lock');
});
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

/** Writes the lock file of a holder that has the highest number. */
function leaveLock(content: Partial<LockHolder> | string, age = 0): void {
  mkdirSync(folder, { recursive: true });
  const numbers = readdirSync(folder).map((name) => Number.parseInt(name, 10));
  const file = path.join(folder, String(Math.max(0, ...numbers) + 1));
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  const renewedAt = new Date(Date.now() - age);
  utimesSync(file, renewedAt, renewedAt);
}

/** Starts a process that acquires the lock. Resolves when it holds it. */
async function startHolder(): Promise<ChildProcess> {
  const program = path.join(__dirname, 'testing/hold-lock.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', program, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  await once(child.stdout, 'data');
  return child;
}

const tryOnce = { timeoutMs: 0 };
const elsewhere = async () => ({ ...(await describeThisProcess()), host: 'another-machine' });

test('gives the lock to one holder at a time, each with a higher number', async () => {
  const numbers: number[] = [];
  let holders = 0;
  const work = () =>
    withFileLock(folder, async ({ fencingNumber }) => {
      expect(++holders).toBe(1);
      await sleep(1);
      holders--;
      numbers.push(fencingNumber);
    });
  await Promise.all(Array.from({ length: 12 }, work));
  expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
  expect(new Set(numbers).size).toBe(12);
});

test('releases the lock when the work fails', async () => {
  await expect(withFileLock(folder, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await withFileLock(folder, async () => undefined, tryOnce);
});

test('names the folder and the holder when the wait is over', async () => {
  const lock = await acquireFileLock(folder);
  const attempt = acquireFileLock(folder, { timeoutMs: 100 });
  await expect(attempt).rejects.toThrow(FileLockTimeoutError);
  await expect(attempt).rejects.toThrow(`The lock ${folder} is held by process ${process.pid} on `);
  await expect(attempt).rejects.toThrow('was not released within 0.1 s');
  expect(await findLockHolder(folder)).toMatchObject({ pid: process.pid });
  await lock.release();
  expect(await findLockHolder(folder)).toBeNull();
});

test('takes over at once from a process that was killed', async () => {
  const child = await startHolder();
  await expect(acquireFileLock(folder, tryOnce)).rejects.toThrow(`held by process ${child.pid} on `);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const lock = await acquireFileLock(folder, { timeoutMs: 0, leaseMs: 3_600_000 });
  expect(lock.fencingNumber).toBe(2);
  await lock.release();
});

test('does not take over from a suspended process', async () => {
  const child = await startHolder();
  child.kill('SIGSTOP');
  await sleep(150);
  await expect(acquireFileLock(folder, { timeoutMs: 100, leaseMs: 50 })).rejects.toThrow(FileLockTimeoutError);
  child.kill('SIGKILL');
});

test('takes over at once from a process whose pid belongs to another process now', async () => {
  leaveLock({ ...(await describeThisProcess()), startedAt: '1' });
  await withFileLock(folder, async () => undefined, { timeoutMs: 0, leaseMs: 3_600_000 });
});

test.each([
  ['an empty lock file', async () => ''],
  ['an incomplete lock file', async () => '{"pid":'],
  ['the lock file of a process on another machine', elsewhere],
])('takes over from %s after its lease, and not before', async (_what, content) => {
  leaveLock(await content(), 5_000);
  await expect(acquireFileLock(folder, { timeoutMs: 50, leaseMs: 60_000 })).rejects.toThrow(FileLockTimeoutError);
  await withFileLock(folder, async () => undefined, { timeoutMs: 0, leaseMs: 4_000 });
});

test('gives a stale lock to one of many takers', async () => {
  for (let round = 0; round < 20; round++) {
    leaveLock('', 60_000);
    const attempts = await Promise.allSettled(Array.from({ length: 8 }, () => acquireFileLock(folder, tryOnce)));
    const taken = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
    expect(taken).toHaveLength(1);
    expect(await taken[0]?.isHeld()).toBe(true);
    await taken[0]?.release();
  }
});

test('renews the lease of a long holder, which other machines judge by it', async () => {
  const lock = await acquireFileLock(folder, { leaseMs: 1_500 });
  writeFileSync(path.join(folder, String(lock.fencingNumber)), JSON.stringify(await elsewhere()));
  await expect(acquireFileLock(folder, { timeoutMs: 3_500, leaseMs: 1_500 })).rejects.toThrow(FileLockTimeoutError);
  expect(await lock.isHeld()).toBe(true);
  await lock.release();
});

test('tells a holder that another process has taken its lock over', async () => {
  const lock = await acquireFileLock(folder, { leaseMs: 60 });
  expect(await lock.isHeld()).toBe(true);
  leaveLock(await elsewhere());
  expect(await lock.isHeld()).toBe(false);
  if (!lock.signal.aborted) await once(lock.signal, 'abort');
  expect(lock.signal.reason).toBeInstanceOf(FileLockLostError);
  // The release of a lost lock does not free the lock of its successor.
  await lock.release();
  await expect(acquireFileLock(folder, tryOnce)).rejects.toThrow('another-machine');
});

test('tells a holder that its lock folder was removed', async () => {
  const lock = await acquireFileLock(folder);
  rmSync(folder, { recursive: true });
  expect(await lock.isHeld()).toBe(false);
  await lock.release();
  expect(existsSync(folder)).toBe(false);
});

(canMountSmallDisk() ? describe : describe.skip)('a full disk', () => {
  let disk: SmallDisk;
  beforeEach(() => {
    disk = mountSmallDisk(1, 'nr_inodes=6') as SmallDisk;
    folder = path.join(disk.folder, 'lock');
  });
  afterEach(() => disk.remove());

  test('leaves no lock that no process holds', async () => {
    const free = disk.fill();
    await expect(acquireFileLock(folder, tryOnce)).rejects.toThrow('ENOSPC');
    free();
    await withFileLock(folder, async () => undefined, tryOnce);
  });

  test('does not stop the release of a lock, which needs no file of its own', async () => {
    const lock = await acquireFileLock(folder, tryOnce);
    const [first, ...others] = ['a', 'b', 'c', 'd', 'e'].map((name) => path.join(disk.folder, name));
    const fillWithFiles = () => {
      for (const file of [first as string, ...others]) writeFileSync(file, '');
    };
    expect(fillWithFiles).toThrow('ENOSPC');
    await lock.release();
    rmSync(first as string);
    await withFileLock(folder, async () => undefined, tryOnce);
  });
});
