import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

const server = `
  import { setTimeout as sleep } from 'node:timers/promises';
  import { closeOnSignal } from ${JSON.stringify(path.join(import.meta.dirname, 'close-on-signal.ts'))};
  closeOnSignal({ delay: 60_000 }, async () => {
    console.log('closing');
    await sleep(Number(process.env.CLOSE_MS));
    console.log('closed');
  });
  setInterval(() => undefined, 1000);
  console.log('ready');
`;

/** Starts the server, and sends it SIGTERM after Ctrl-C, as `npm start` does. */
const parent = `
  const { spawn } = require('node:child_process');
  const args = ['--import', 'tsx', '--input-type=module', '--eval', ${JSON.stringify(server)}];
  const child = spawn(process.execPath, args, { stdio: 'inherit' });
  process.on('SIGINT', () => child.kill('SIGTERM'));
  child.on('exit', (code, signal) => process.exit(signal ? 2 : code));
`;

test.each([
  ['closes a server on Ctrl-C', ['ready'], '1000', { code: 0, lines: ['ready', 'closing', 'closed'] }],
  ['ends a server on a second Ctrl-C', ['ready', 'closing'], '60000', { code: 1, lines: ['ready', 'closing'] }],
])('%s, although its parent process sends SIGTERM as well', async (_, presses, closeMs, outcome) => {
  const child = spawn(process.execPath, ['--eval', parent], {
    cwd: import.meta.dirname,
    detached: true,
    env: { ...process.env, CLOSE_MS: closeMs },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exit = once(child, 'exit');
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    // A terminal sends Ctrl-C to the whole process group.
    if (presses.includes(line)) process.kill(-(child.pid ?? 0), 'SIGINT');
  }
  const [code] = await exit;
  expect({ code, lines }).toEqual(outcome);
});
