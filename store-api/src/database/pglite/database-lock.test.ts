import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeThisProcess } from '@shop/file-lock/lock-holder';
import { packageRoot } from '../../package-root';
import { acquireDatabaseLock, DatabaseInUseError, findDatabaseOwner } from './database-lock';

const quick = { leaseMs: 600, waitMs: 100 };

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

  it.each([
    ['that has ended', async () => ({ pid: await getEndedPid() })],
    ['whose pid belongs to a later process', async () => ({ startedAt: '1' })],
  ])('takes over the lock of an owner %s at once', async (_description, difference) => {
    await leaveLock(await difference());
    expect(await findDatabaseOwner(folder)).toBeUndefined();
    const lock = await acquireDatabaseLock(folder, { waitMs: 0 });
    expect(await findDatabaseOwner(folder)).toBe(process.pid);
    await lock.release();
  });

  it.each([
    ['with the same pid in another container', { host: 'other', pidScope: 'boot pid:[1]' }],
    ['with the same pid in another pid namespace of this host', { pidScope: 'boot pid:[1]' }],
    ['whose pid does not run here, on another machine', { pid: 2 ** 22 + 1, host: 'other' }],
    ['that has left an incomplete file', '{"pid":'],
  ])('respects the lock of an owner %s until its lease has expired', async (_description, difference) => {
    const file = await leaveLock(difference);
    await expect(acquireDatabaseLock(folder, { leaseMs: 60_000, waitMs: 50 })).rejects.toThrow(DatabaseInUseError);
    const expired = new Date(Date.now() - 61_000);
    utimesSync(file, expired, expired);
    await (await acquireDatabaseLock(folder, { leaseMs: 60_000, waitMs: 0 })).release();
  });

  it('respects the lock of a process in another pid namespace that renews it, although that pid does not run here', async () => {
    const script = `
      import { acquireDatabaseLock } from ${JSON.stringify(join(packageRoot, 'src/database/pglite/database-lock.ts'))};
      await acquireDatabaseLock(${JSON.stringify(folder)}, { leaseMs: 600 });
      process.stdout.write('locked');
      setInterval(() => {}, 1000);`;
    const program = join(folder, 'hold.mts');
    writeFileSync(program, script);
    const isPermitted = spawnSync('unshare', ['--pid', '--fork', '--mount-proc', 'true']).status === 0;
    const [command = '', ...args] = [
      ...(isPermitted ? ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'] : []),
      ...[process.execPath, '--import', 'tsx', program],
    ];
    const child = spawn(command, args, { cwd: packageRoot, stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    // Several leases pass. The holder renews its lock.
    await expect(acquireDatabaseLock(folder, { leaseMs: 600, waitMs: 2000 })).rejects.toThrow(DatabaseInUseError);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await (await acquireDatabaseLock(folder, { leaseMs: 600, waitMs: 10_000 })).release();
  });

  it('tells its holder when another process has taken the lock over', async () => {
    const lock = await acquireDatabaseLock(folder, quick);
    writeFileSync(join(folder, 'database.lock', '2'), JSON.stringify(await describeThisProcess()));
    await once(lock.signal, 'abort');
    expect(lock.signal.reason).toMatchObject({ message: expect.stringContaining('was taken over') });
  });

  it('grants a stale lock to one of many concurrent processes', async () => {
    await leaveLock({ pid: await getEndedPid() });
    const attempts = await Promise.allSettled(
      Array.from({ length: 20 }, () => acquireDatabaseLock(folder, { waitMs: 0 })),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const attempt of attempts) {
      if (attempt.status === 'rejected') expect(attempt.reason).toBeInstanceOf(DatabaseInUseError);
    }
  });

  it('replaces the lock file of an earlier version unless its process runs', async () => {
    const file = join(folder, 'database.lock');
    writeFileSync(file, JSON.stringify({ pid: process.ppid, startedAt: '', nonce: 'a' }));
    await expect(acquireDatabaseLock(folder)).rejects.toThrow(`process ${process.ppid} of an earlier version`);
    writeFileSync(file, JSON.stringify({ pid: await getEndedPid(), startedAt: '', nonce: 'a' }));
    expect(await findDatabaseOwner(folder)).toBeUndefined();
    await (await acquireDatabaseLock(folder)).release();
    expect(statSync(file).isDirectory()).toBe(true);
  });
});
