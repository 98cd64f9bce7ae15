import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';

/** @returns Path of a program that npm installed. */
export const getBin = (name: string): string => path.join(root, 'node_modules/.bin', name);

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Programs that run. Each is the leader of a group with the processes that it starts. */
const running = new Set<ChildProcess>();
/** Milliseconds in which a program may end its own servers and browsers. */
const endMs = 15_000;

/** Ends every program with all that it started, then this process, as a shell reports a signal. */
function endAll(signal: NodeJS.Signals): void {
  const groups = [...running].flatMap(({ pid }) => pid ?? []);
  const endGroups = (name: NodeJS.Signals) => {
    for (const group of groups) {
      try {
        process.kill(-group, name);
      } catch {
        // All its processes have ended.
      }
    }
  };
  const exit = () => {
    endGroups('SIGKILL');
    process.exit(128 + constants.signals[signal]);
  };
  // Playwright ends its servers and browsers at an interrupt only.
  endGroups('SIGINT');
  setTimeout(exit, endMs);
  for (const child of running) child.once('exit', () => running.size === 0 && exit());
}

/**
 * Runs a program in the repository. Its output goes to this process's output. When this process gets a signal to end, the program
 * and all processes that it started end first.
 *
 * @param env Process variables on top of those of this process.
 * @throws An error that names the program when it cannot start, its exit code is not 0, or a signal ended it.
 */
export function runProgram(command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    if (running.size === 0) for (const signal of signals) process.once(signal, endAll);
    const child = spawn(command, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...env },
      // A process group of its own. Windows has none.
      detached: process.platform !== 'win32',
    });
    running.add(child);
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      running.delete(child);
      if (running.size === 0) for (const signal of signals) process.removeListener(signal, endAll);
      if (code === 0) resolve();
      else reject(new Error(`${path.basename(command)} ${signal ? `was ended by ${signal}` : 'failed'}.`));
    });
  });
}

/** Runs a program as {@link runProgram} does. @returns Its failure, or undefined when it succeeded. */
export const findFailure = (command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<Error | undefined> =>
  runProgram(command, args, env).then(
    () => undefined,
    (error: Error) => error,
  );
