import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { waitUntil } from '@shop/testing/wait-until';

const program = '../dev-server/testing/report-signals';

/** Starts `tooling/run.mjs` in a process group of its own, as a shell starts a command. */
async function startCommand() {
  const child = spawn(process.execPath, [path.join(root, 'tooling/run.mjs'), program], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  await waitUntil(() => output.includes('ready'), { timeoutMs: 30_000, message: 'the command starts' });
  return { child, readOutput: () => output };
}

const waitForExit = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));

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
