import { type ChildProcess, fork } from 'node:child_process';
import { assertFree } from '@shop/server-settings/port';
import { findProgram, getAppFolder, listApps } from '../build/workspace';
import { devUsage, readDevSettings } from './dev-settings';
import { readLiveComposition } from './live-shop';
import { startLocalGateway } from './local-gateway';

/**
 * Starts the development server of a remote, for the page of a live shop.
 *
 * @returns When the first build has ended, also with errors: the terminal shows them.
 * @throws When the server ends before that. Its output says why.
 */
function serveRemote(folder: string, port: number): Promise<ChildProcess> {
  const { file, execArgv } = findProgram('development/dev-server-process');
  const env = { ...process.env, NODE_ENV: 'development', DEV_PAGE: 'live', DEV_PORT: String(port) };
  const child = fork(file, [folder], { cwd: folder, env, execArgv, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error('The development server ended. The lines above say why.')));
    child.once('message', () => resolve(child));
  });
}

async function dev(args: readonly string[]): Promise<void> {
  const { shopUrl, port, devPort } = readDevSettings(args, process.env);
  const [app] = listApps();
  if (!app?.startsWith('mf-')) {
    throw new Error('This folder has no remote: run "shop dev" where its package.json has a name such as mf-reviews.');
  }
  await assertFree({ variable: '--port or PORT', port }, { variable: '--dev-port', port: devPort });
  const live = await readLiveComposition(shopUrl);
  const server = await serveRemote(getAppFolder(app), devPort);
  const gateway = await startLocalGateway({ shopUrl, live, app, devServerUrl: `http://127.0.0.1:${devPort}`, port });
  const stop = (exitCode: number) => {
    server.kill('SIGTERM');
    void gateway.close().finally(() => process.exit(exitCode));
  };
  server.once('exit', () => stop(1));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop(0));
}

const [command, ...rest] = process.argv.slice(2);
if (command !== 'dev' || rest.includes('--help')) {
  console.log(devUsage);
  process.exitCode = rest.includes('--help') || command === '--help' ? 0 : 2;
} else {
  dev(rest).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  });
}
