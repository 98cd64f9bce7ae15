import { spawn } from 'node:child_process';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';

/** @returns Path of a program that npm installed. */
export const getBin = (name: string): string => path.join(root, 'node_modules/.bin', name);

/**
 * Runs a program in the repository. Its output goes to this process's output.
 *
 * @param env Process variables on top of those of this process.
 * @throws An error that names the program when it cannot start or its exit code is not 0.
 */
export function runProgram(command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
    child.on('error', reject);
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${path.basename(command)} failed.`))));
  });
}

/** Runs a program as {@link runProgram} does. @returns Its failure, or undefined when it succeeded. */
export const findFailure = (command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<Error | undefined> =>
  runProgram(command, args, env).then(
    () => undefined,
    (error: Error) => error,
  );
