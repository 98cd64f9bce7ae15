import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describeThisProcess } from '@shop/file-lock/lock-holder';
import { withBuildLock } from './build-lock';
import { root } from './workspace';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'build-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const build = () => withBuildLock(path.relative(root, folder), async () => 'built', { timeoutMs: 5000 });

/** Leaves the lock of a build that ended without releasing it. */
function leaveLock(content: string): void {
  const file = path.join(folder, '.cache/build-lock/1');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  const anHourAgo = new Date(Date.now() - 3_600_000);
  utimesSync(file, anHourAgo, anHourAgo);
}

test('builds after a crash that left an empty lock file', async () => {
  leaveLock('');
  await expect(build()).resolves.toBe('built');
});

test('builds when another process has the process id of a builder that crashed', async () => {
  leaveLock(JSON.stringify({ ...(await describeThisProcess()), startedAt: '1' }));
  await expect(build()).resolves.toBe('built');
});

test('runs the builds of one package one after the other', async () => {
  const events: string[] = [];
  const log = (name: string) => async () => {
    events.push(`${name} starts`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    events.push(`${name} ends`);
  };
  const own = path.relative(root, folder);
  await Promise.all([withBuildLock(own, log('a')), withBuildLock(own, log('b'))]);
  const [first, second] = events[0] === 'a starts' ? ['a', 'b'] : ['b', 'a'];
  expect(events).toEqual([`${first} starts`, `${first} ends`, `${second} starts`, `${second} ends`]);
});
