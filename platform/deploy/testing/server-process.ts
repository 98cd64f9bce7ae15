import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { waitUntil } from '@shop/testing/wait-until';

export interface ServerOptions {
  /** Absolute path of the entry, and its arguments. */
  command: readonly string[];
  /** Process variables. The process gets no others, except PATH. */
  env: Record<string, string>;
  /** Port that the server listens on. */
  port: number;
}

/** A server in a process of its own, which tests kill and start again. */
export interface ServerProcess {
  readonly origin: string;
  readonly pid: number;
  readonly isRunning: boolean;
  /** stdout and stderr since the first start. */
  getOutput: () => string;
  /** Starts the process. Resolves when it accepts connections. @throws When it ends before. */
  start: () => Promise<void>;
  /** Ends the process with SIGKILL and waits for its end. */
  kill: () => Promise<void>;
  /** Ends the process with SIGTERM. @returns Its exit code. */
  stop: () => Promise<number | null>;
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

export function createServerProcess({ command, env, port }: ServerOptions): ServerProcess {
  let child: ChildProcess | undefined;
  let output = '';
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null;
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (!child || !isRunning()) return null;
    const ended = once(child, 'exit');
    child.kill(signal);
    const [code] = await ended;
    return code as number | null;
  };
  return {
    origin: `http://127.0.0.1:${port}`,
    get pid() {
      return child?.pid ?? 0;
    },
    get isRunning() {
      return isRunning();
    },
    getOutput: () => output,
    start: async () => {
      const { PATH = '' } = process.env;
      child = spawn(process.execPath, command, { env: { PATH, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
      await waitUntil(
        async () => {
          if (!isRunning()) throw new Error(`The server ended before it listened: ${output.slice(-2000)}`);
          return listens(port);
        },
        { timeoutMs: 60_000, message: `a server listens on port ${port}: ${command.join(' ')}` },
      );
    },
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  };
}
