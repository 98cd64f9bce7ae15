import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';

/** A server process of the repository that listens. */
export interface ManagedProcess {
  name: string;
  process: ChildProcess;
  /** Address that the server listens on. */
  address: string;
}

/** How a server process is started. */
export interface ProcessOptions {
  /** Process variables on top of those of this process. */
  env?: NodeJS.ProcessEnv;
  /** Arguments of the entry. */
  args?: string[];
  /** Milliseconds within which the server has to listen. */
  readyTimeoutMs?: number;
  /** Ends the server while it is starting. Without effect on a server that is ready. */
  abortStart?: AbortSignal;
}

/** Time for a development server to compile an app on a slow machine. */
const defaultReadyTimeoutMs = 300_000;

/**
 * Starts a server and waits for the IPC message `{ ready: true, address }`, which it sends when it listens.
 *
 * @param name Name of the server in messages.
 * @param entry Path relative to the repository: TypeScript, or JavaScript of a bundle.
 * @throws When the server ends before it listens (its output says why), or does not listen in time. It is ended then.
 */
export function startProcess(
  name: string,
  entry: string,
  { env = {}, args = [], readyTimeoutMs = defaultReadyTimeoutMs, abortStart }: ProcessOptions = {},
): Promise<ManagedProcess> {
  const loader = entry.endsWith('.ts') ? ['--import', 'tsx'] : [];
  const child = spawn(process.execPath, [...loader, path.join(root, entry), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  return new Promise<ManagedProcess>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`The ${name} was not ready after ${readyTimeoutMs / 1000} s and was stopped.`));
    }, readyTimeoutMs);
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`The ${name} ended before it was ready.`)));
    child.on('message', (message: { ready?: boolean; address?: string }) => {
      if (!message.ready) return;
      stopWaiting();
      resolve({ name, process: child, address: message.address ?? '' });
    });
    const abort = () => void stopProcess({ process: child });
    abortStart?.addEventListener('abort', abort);
    const stopWaiting = () => {
      clearTimeout(timer);
      abortStart?.removeEventListener('abort', abort);
    };
    child.once('error', stopWaiting);
    child.once('exit', stopWaiting);
  });
}

/** Milliseconds that a server has to end after SIGTERM. The store API gives its pending requests ten seconds. */
const defaultGraceMs = 15_000;

/** Sends SIGTERM to a server, and SIGKILL when it has not ended in time. Resolves when it has ended. */
export function stopProcess(
  { process: child }: Pick<ManagedProcess, 'process'>,
  { graceMs = defaultGraceMs }: { graceMs?: number } = {},
): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    const timer = setTimeout(() => {
      console.error(`Process ${child.pid} has not ended within ${graceMs / 1000} s after SIGTERM and is killed.`);
      child.kill('SIGKILL');
    }, graceMs);
    child.once('exit', () => {
      clearTimeout(timer);
      resolve();
    });
    child.kill('SIGTERM');
  });
}
