import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { ensureKeys } from '@shop/releases/signing/keys';
import { createFileSystemStore } from '@shop/releases/store/file-system-store';
import { publishBuild } from '@shop/releases/testing/fake-build';
import { findFreePort } from '@shop/releases/testing/free-port';
import { openTestEnvironment } from '@shop/releases/testing/test-environment';
import { promoteFake } from '@shop/releases/testing/test-shop';

/**
 * Publishes a live shell, and version 2.0.0 of it.
 *
 * @param start  Code that version 2.0.0 runs at its start on a server. Default: none.
 * @returns The environment with the shell.
 */
export async function publishShells(dataDir: string, start = '') {
  const keys = path.join(dataDir, 'release-keys');
  const store = createFileSystemStore(path.join(dataDir, 'releases'));
  await ensureKeys(keys);
  const environment = await openTestEnvironment(store, keys);
  const server = 'exports.provided = {}; exports.renderDocument = () => ({ status: 200, html: "" });';
  const live = await publishBuild(store, { app: 'shell', version: '1.0.0', server });
  await promoteFake(environment, [live]);
  await publishBuild(store, { app: 'shell', version: '2.0.0', server: start + server });
  return environment;
}

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
