import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { acquireDatabaseLock, DatabaseInUseError, findDatabaseOwner } from './database-lock';

describe('acquireDatabaseLock', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'store-api-lock-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Returns the pid of a process that has ended. */
  async function getEndedPid(): Promise<number> {
    const child = spawn('true');
    await once(child, 'exit');
    return child.pid ?? 0;
  }
  const writeLock = (owner: object | string) =>
    writeFileSync(join(folder, 'database.lock'), typeof owner === 'string' ? owner : JSON.stringify(owner));

  it('grants the lock to one process, and to the next after a release', async () => {
    const first = await acquireDatabaseLock(folder);
    expect(await findDatabaseOwner(folder)).toBe(process.pid);
    await expect(acquireDatabaseLock(folder)).rejects.toThrow(DatabaseInUseError);
    await expect(acquireDatabaseLock(folder)).rejects.toThrow(`in use by process ${process.pid}`);
    await first.release();
    expect(await findDatabaseOwner(folder)).toBeUndefined();
    await (await acquireDatabaseLock(folder)).release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['that has ended', async () => ({ pid: await getEndedPid(), startedAt: '1', nonce: 'a' })],
    ['whose pid belongs to a later process', async () => ({ pid: process.pid, startedAt: '1', nonce: 'a' })],
    ['that left an invalid file', async () => '{"pid":'],
    ['that left an empty file', async () => ''],
  ])('takes over the lock of an owner %s', async (_description, owner) => {
    writeLock(await owner());
    const lock = await acquireDatabaseLock(folder);
    expect(await findDatabaseOwner(folder)).toBe(process.pid);
    await lock.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('grants a stale lock to one of many concurrent processes', async () => {
    writeLock({ pid: await getEndedPid(), startedAt: '1', nonce: 'a' });
    const attempts = await Promise.allSettled(Array.from({ length: 20 }, () => acquireDatabaseLock(folder)));
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const attempt of attempts) {
      if (attempt.status === 'rejected') expect(attempt.reason).toBeInstanceOf(DatabaseInUseError);
    }
    expect(readdirSync(folder)).toEqual(['database.lock']);
  });

  it('does not remove the lock of another owner on release', async () => {
    const lock = await acquireDatabaseLock(folder);
    writeLock({ pid: process.ppid, startedAt: '', nonce: 'another' });
    await lock.release();
    expect(readdirSync(folder)).toEqual(['database.lock']);
  });
});
