import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { acquireDatabaseLock, DatabaseInUseError, findDatabaseOwner } from './database-lock';

describe('lockDatabase', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'store-api-lock-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Returns the id of a process that has ended. No other process has it. */
  async function deadProcess(): Promise<number> {
    const child = spawn('true');
    await once(child, 'exit');
    return child.pid ?? 0;
  }
  const leaveLock = (owner: object | string) =>
    writeFileSync(join(folder, 'database.lock'), typeof owner === 'string' ? owner : JSON.stringify(owner));

  it('lets one in, and the next when the first has left', async () => {
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
    ['has ended', async () => ({ pid: await deadProcess(), startedAt: '1', nonce: 'a' })],
    ['has given its number to another', async () => ({ pid: process.pid, startedAt: '1', nonce: 'a' })],
    ['left a broken file', async () => '{"pid":'],
    ['left an empty file', async () => ''],
  ])('takes over from an owner that %s', async (_what, owner) => {
    leaveLock(await owner());
    const lock = await acquireDatabaseLock(folder);
    expect(await findDatabaseOwner(folder)).toBe(process.pid);
    await lock.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('lets one of many newcomers take over', async () => {
    leaveLock({ pid: await deadProcess(), startedAt: '1', nonce: 'a' });
    const attempts = await Promise.allSettled(Array.from({ length: 20 }, () => acquireDatabaseLock(folder)));
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const attempt of attempts) {
      if (attempt.status === 'rejected') expect(attempt.reason).toBeInstanceOf(DatabaseInUseError);
    }
    expect(readdirSync(folder)).toEqual(['database.lock']);
  });

  it('does not remove a lock that is no longer its own', async () => {
    const lock = await acquireDatabaseLock(folder);
    leaveLock({ pid: process.ppid, startedAt: '', nonce: 'another' });
    await lock.release();
    expect(readdirSync(folder)).toEqual(['database.lock']);
  });
});
