import { spawn } from 'node:child_process';
import path from 'node:path';
import { waitUntil } from '@shop/testing/wait-until';

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('%s ends a program and the processes that it started', async (signal, code) => {
  const file = JSON.stringify(path.join(import.meta.dirname, 'run-program.ts'));
  const program = `import { runProgram } from ${file}; await runProgram('sh', ['-c', 'sleep 600 & echo $! $$; wait']);`;
  const runner = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  runner.stdout.on('data', (chunk) => (output += chunk));
  await waitUntil(() => output.endsWith('\n'), { timeoutMs: 30_000, message: 'the program starts' });
  const pids = output.trim().split(' ').map(Number);
  expect(pids.map(isRunning)).toEqual([true, true]);
  const exit = new Promise((resolve) => runner.once('exit', resolve));
  runner.kill(signal);
  await expect(exit).resolves.toBe(code);
  await waitUntil(() => !pids.some(isRunning), { message: 'both processes have ended' });
});
