import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { findFreePort } from '@shop/releases/testing/free-port';

/** Starts the service of `npm run console`. Its smoke test has no browser, so that gates that reach it refuse the composition. */
export async function startService(dataDir: string, variables: NodeJS.ProcessEnv = {}) {
  const port = await findFreePort();
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, CONSOLE_PORT: String(port), CHROMIUM_PATH: '/bin/true' };
  const program = path.join(root, 'platform/release-console/server/main.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', program], {
    cwd: root,
    env: { ...env, ...variables },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const [message] = await Promise.race([once(child, 'message'), ended]);
  if (!message?.ready) throw new Error('the service did not start');
  return { child, ended, url: `http://127.0.0.1:${port}` };
}
