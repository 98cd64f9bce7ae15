import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { TrafficCounts } from './traffic';

/** The first of twenty ports. Names, images and networks contain it, so that two clones can run the tests at once. */
export const firstPort = Number(process.env.DEPLOY_TEST_PORT || 4680);

/** Tag of the images. */
export const imageTag = `test-${firstPort}`;

/** Creates the first three numbers of a network. @param index 0 or 1 */
export const createSubnet = (index: 0 | 1): string => `172.31.${(Math.floor(firstPort / 10) % 120) + 120 + index}`;

export const root = path.resolve(import.meta.dirname, '../../..');
const run = promisify(execFile);

export interface RunOptions {
  /** Default: the folder of this package. */
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Milliseconds until the program is ended. Default: none. */
  timeout?: number;
  /** Leaves out what the program writes to standard error. Default: false. */
  isOutputOnly?: boolean;
}

/** Runs a program while this process goes on with its requests. @returns Its output. @throws With its output. */
export async function runProgram(
  program: string,
  args: readonly string[],
  { isOutputOnly = false, ...options }: RunOptions = {},
): Promise<string> {
  const cwd = path.resolve(import.meta.dirname, '..');
  try {
    const { stdout, stderr } = await run(program, args, { cwd, maxBuffer: 256 * 1024 * 1024, ...options });
    return isOutputOnly ? stdout : stdout + stderr;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${args.join(' ')} failed:\n${stdout.slice(-8000)}\n${stderr.slice(-8000)}`);
  }
}

/** Whether a program succeeds. */
export const succeeds = (running: Promise<unknown>): Promise<boolean> =>
  running.then(
    () => true,
    () => false,
  );

/** Whether Docker with compose 2 runs on this machine. Prints a message when it does not. */
export function hasDocker(): boolean {
  const isHere = [['compose', 'version'], ['info']].every((args) => spawnSync('docker', args).status === 0);
  if (!isHere) {
    process.stderr.write(
      '\n!!! NOTHING OF THE DEPLOYMENT IS TESTED: Docker with compose 2 is not installed, or its service is not running. !!!\n\n',
    );
  }
  return isHere;
}

const sources = ['Dockerfile', 'compose.yaml'].map((name) =>
  readFileSync(path.join(root, 'platform/deploy', name), 'utf8'),
);
/** Images that the Dockerfile and compose.yaml begin with, without those of metrics and traces. */
export const baseImages: string[] = [
  ...new Set(sources.join().match(/(?<=^(?:FROM| +image:) )(?:debian|node|postgres|chrislusf\/seaweedfs):\S+/gm)),
];

/** Finds a base image by its name, such as `postgres`. @returns With its tag. @throws When there is none. */
export function findBaseImage(name: string): string {
  const found = baseImages.find((image) => image.startsWith(`${name}:`));
  if (!found) throw new Error(`Neither the Dockerfile nor compose.yaml has an image ${name}.`);
  return found;
}

/** Pulls the base images, or builds stand-ins where no registry of images can be reached. */
export async function prepareBaseImages(): Promise<void> {
  const isHere = (name: string) => spawnSync('docker', ['image', 'inspect', name]).status === 0;
  const missing = baseImages.filter(
    (name) => !isHere(name) && spawnSync('docker', ['pull', '--quiet', name]).status !== 0,
  );
  if (missing.length > 0) await runProgram('sh', ['testing/stand-ins/build.sh']);
}

/** Prints the counts, so that a run shows what shoppers noticed. */
export function printCounts(what: string, { pages, calls, failedPages, failedCalls }: TrafficCounts): void {
  const failures = [...new Set([...failedPages, ...failedCalls])].slice(0, 5).map((failure) => `\n    ${failure}`);
  process.stdout.write(
    `${what}: ${pages} pages, ${failedPages.length} refused; ${calls} calls, ${failedCalls.length} refused${failures.join('')}\n`,
  );
}
