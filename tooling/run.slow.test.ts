import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { waitUntil } from '@shop/testing/wait-until';

const program = '../dev-server/testing/report-signals';

const runner = path.join(root, 'tooling/run.mjs');

/** Starts `tooling/run.mjs` in a process group of its own, as a shell starts a command. */
async function startCommand(file = process.execPath, args = [runner, program], cwd = root) {
  const child = spawn(file, args, { cwd, detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  await waitUntil(() => output.includes('ready'), { timeoutMs: 30_000, message: 'the command starts' });
  return { child, readOutput: () => output };
}

const waitForExit = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));

test('lists the commands when there is none of the name', () => {
  const { status, stderr } = spawnSync(process.execPath, [runner, 'txts'], { encoding: 'utf8' });
  const names = 'api-command, api-report, bench, .*, spec, standalone, start, .*, texts, tokens';
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(new RegExp(`^There is no command "txts": choose from ${names}\\.\n$`)),
  ]);
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  'ends the command with one SIGTERM when it alone receives %s',
  async (signal) => {
    const { child, readOutput } = await startCommand();
    const exit = waitForExit(child);
    child.kill(signal);
    await expect(exit).resolves.toBe(3);
    expect(readOutput()).toBe('ready\nSIGTERM\n');
  },
);

test('does not send SIGINT again to a command that received it from the terminal', async () => {
  const { child, readOutput } = await startCommand();
  const exit = waitForExit(child);
  process.kill(-(child.pid ?? 0), 'SIGINT');
  await expect(exit).resolves.toBe(3);
  expect(readOutput().match(/SIGINT/g)).toHaveLength(1);
});

/** Other systems have no /proc, in which the test finds the process that npm starts. */
const onLinux = process.platform === 'linux' ? test.each : test.skip.each;

onLinux(['npm', 'the process that npm starts'])('ends the command when %s alone receives SIGTERM', async (receiver) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'npm-start-'));
  const scripts = { start: `node ${runner} ${program}` };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ scripts }));
  const { child, readOutput } = await startCommand('npm', ['start', '--silent'], folder);
  // The output closes when the last process has ended.
  const isClosed = waitForExit(child);
  const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ').map(Number);
  process.kill((receiver === 'npm' ? child.pid : children[0]) ?? 0, 'SIGTERM');
  await isClosed;
  expect(readOutput()).toBe('ready\nSIGTERM\n');
});
