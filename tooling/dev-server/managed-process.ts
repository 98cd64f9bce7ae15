import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';

/** A server process of ours. */
export interface Service {
  name: string;
  process: ChildProcess;
  /** Address it says it listens on. */
  address: string;
}

/**
 * Starts a server and waits until it says that it listens.
 *
 * @param entry Its entry, relative to the repository: TypeScript, or JavaScript from a bundle.
 * @throws When it ends before it listens; what it printed stands above.
 */
export function startService(
  name: string,
  entry: string,
  env: NodeJS.ProcessEnv = {},
  args: string[] = [],
): Promise<Service> {
  const loader = entry.endsWith('.ts') ? ['--import', 'tsx'] : [];
  const child = spawn(process.execPath, [...loader, path.join(root, entry), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`The ${name} did not start.`)));
    child.on('message', (message: { ready?: boolean; address?: string }) => {
      if (message.ready) resolve({ name, process: child, address: message.address ?? '' });
    });
  });
}

/** Ends a server the gentle way and waits for it. */
export function stopService({ process: child }: Service): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}
