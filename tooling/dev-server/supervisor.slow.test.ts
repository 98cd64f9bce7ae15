import { spawn } from 'node:child_process';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { waitUntil } from '@shop/testing/wait-until';

/** Starts a program of testing/, and sends SIGTERM once it supervises its servers. @returns Exit code and output. */
async function stopSupervisor(program: string) {
  const file = path.join(root, 'tooling/dev-server/testing', program);
  const child = spawn(process.execPath, ['--import', 'tsx', file], { cwd: root });
  const exit = new Promise((resolve) => child.once('close', resolve));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  await waitUntil(() => output.includes('supervising'), { timeoutMs: 30_000, message: 'the supervisor starts' });
  child.kill('SIGTERM');
  return { exitCode: await exit, output };
}

test('stops on SIGTERM while a server is not ready yet', async () => {
  await expect(stopSupervisor('supervise-unready.ts')).resolves.toMatchObject({ exitCode: 0 });
});

test('says that an optional server has ended, goes on, and says nothing when it stops', async () => {
  const { exitCode, output } = await stopSupervisor('supervise-optional.ts');
  expect(exitCode).toBe(0);
  expect(output).toContain('The console ended unexpectedly. The other servers go on. No canary is watched.\n');
  expect(output).toContain('The mail could not be started. The other servers go on. No mail is sent.\n');
  expect(output).not.toContain('The search ended');
});

test('gives every server time to close its database and connections on SIGTERM', async () => {
  const { exitCode, output } = await stopSupervisor('supervise-two.ts');
  expect(exitCode).toBe(0);
  expect(output.match(/closed/g)).toHaveLength(2);
  expect(output).not.toContain('is killed');
});
