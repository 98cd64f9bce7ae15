import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeThisProcess } from '@shop/file-lock/lock-holder';
import { acquireDatabaseLock, DatabaseInUseError, findDatabaseOwner } from './database-lock';

describe('acquireDatabaseLock', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pglite-lock-'));
  });

  /** Leaves the lock of a holder that differs from this process. @returns Its file. */
  async function leaveLock(difference: object | string): Promise<string> {
    const file = join(folder, 'database.lock', '1');
    mkdirSync(join(folder, 'database.lock'));
    const text =
      typeof difference === 'string' ? difference : JSON.stringify({ ...(await describeThisProcess()), ...difference });
    writeFileSync(file, text);
    return file;
  }

  it('grants the lock to one process, and to the next after a release', async () => {
    const first = await acquireDatabaseLock(folder);
    expect(await findDatabaseOwner(folder)).toBe(process.pid);
    await expect(acquireDatabaseLock(folder)).rejects.toThrow(DatabaseInUseError);
    await expect(acquireDatabaseLock(folder)).rejects.toThrow(`in use by process ${process.pid};`);
    await first.release();
    expect(await findDatabaseOwner(folder)).toBeUndefined();
    await (await acquireDatabaseLock(folder)).release();
  });

  it('takes over the lock of an owner that has ended at once', async () => {
    const child = spawn('true');
    await once(child, 'exit');
    await leaveLock({ pid: child.pid });
    expect(await findDatabaseOwner(folder)).toBeUndefined();
    const lock = await acquireDatabaseLock(folder, { waitMs: 0 });
    expect(await findDatabaseOwner(folder)).toBe(process.pid);
    await lock.release();
  });

  it.each([
    ['with the same pid in another pid namespace of this host', { pidScope: 'boot pid:[1]' }],
    ['whose pid does not run here, on another machine', { pid: 2 ** 22 + 1, host: 'other' }],
    ['that has left an incomplete file', '{"pid":'],
  ])('respects the lock of an owner %s until its lease has expired', async (_description, difference) => {
    const file = await leaveLock(difference);
    await expect(acquireDatabaseLock(folder, { leaseMs: 60_000, waitMs: 50 })).rejects.toThrow(DatabaseInUseError);
    // A holder without a name has no pid.
    expect(await findDatabaseOwner(folder)).toEqual(typeof difference === 'string' ? undefined : expect.any(Number));
    const expired = new Date(Date.now() - 61_000);
    utimesSync(file, expired, expired);
    expect(await findDatabaseOwner(folder)).toBeUndefined();
    await (await acquireDatabaseLock(folder, { leaseMs: 60_000, waitMs: 0 })).release();
  });
});
