import { spawn } from 'node:child_process';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { waitUntil } from '@shop/testing/wait-until';

test('stops on SIGTERM while a server is not ready yet', async () => {
  const program = path.join(root, 'tooling/dev-server/testing/supervise-unready.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', program], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = new Promise((resolve) => child.once('exit', resolve));
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  await waitUntil(() => output.includes('supervising'), { timeoutMs: 30_000, message: 'the supervisor starts' });
  child.kill('SIGTERM');
  await expect(exit).resolves.toBe(0);
});
