import { type ChildProcess, fork } from 'node:child_process';
import { findProgram } from '../build/workspace';

/** The development server of a remote. */
export interface RemoteServer {
  url: string;
  process: ChildProcess;
}

/**
 * Starts the development server of a remote, for the page of a live shop.
 *
 * @param folder Absolute folder of the remote.
 * @returns When the first build has ended, also with errors: the terminal shows them.
 * @throws When the server ends before that. Its output says why.
 */
export function serveRemote(folder: string, port: number): Promise<RemoteServer> {
  const { file, execArgv } = findProgram('development/dev-server-process');
  const env = { ...process.env, NODE_ENV: 'development', DEV_PAGE: 'live', DEV_PORT: String(port) };
  const child = fork(file, [folder], { cwd: folder, env, execArgv, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error('The development server ended. The lines above say why.')));
    child.once('message', () => resolve({ url: `http://127.0.0.1:${port}`, process: child }));
  });
}
