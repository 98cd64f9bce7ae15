import { fork } from 'node:child_process';
import path from 'node:path';
import type { Problem } from '@shop/releases/gates/gate';
import type { RunSmokeTest } from '@shop/releases/gates/smoke-test.gate';
import { findChromium } from '@shop/releases/smoke-test/find-chromium';
import type { StoreLocation } from '@shop/releases/store/store-location';
import { root } from '../build/workspace';
import type { BootAnswer, BootRequest } from './smoke-test-process';

/** Milliseconds until a composition that neither starts nor fails is given up. */
const timeLimit = 300_000;

export interface BootOptions {
  location: StoreLocation;
  /** Finds a Chromium, or says how to get one; left out, the machine's own. */
  find?: () => string | undefined;
  /** Milliseconds the process may take. */
  limit?: number;
}

/** Boots compositions of a release store, each in a process of its own. */
export const bootFrom =
  ({ location, find = findChromium, limit = timeLimit }: BootOptions): RunSmokeTest =>
  async (candidate) => {
    const executablePath = find();
    return runBoot({ location, candidate, ...(executablePath ? { executablePath } : {}) }, limit);
  };

/**
 * What the process gets of our environment: what Node, Chromium and Playwright look for. Whatever else it holds, such as
 * tokens and the keys of other things, is nothing to the code of a release; the store comes with the request.
 */
const handedOver = [
  ...['PATH', 'HOME', 'TMPDIR', 'LD_LIBRARY_PATH', 'NODE_EXTRA_CA_CERTS'],
  ...['PLAYWRIGHT_BROWSERS_PATH', 'XDG_CACHE_HOME', 'XDG_RUNTIME_DIR', 'FONTCONFIG_FILE', 'FONTCONFIG_PATH'],
];

function runBoot(request: BootRequest, limit: number): Promise<Problem[]> {
  const env = Object.fromEntries(handedOver.map((name) => [name, process.env[name]]));
  const child = fork(path.join(import.meta.dirname, 'smoke-test-process.ts'), {
    cwd: root,
    env: { ...env, NODE_ENV: 'production' },
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  child.stdout?.on('data', (chunk) => (output += chunk));
  child.stderr?.on('data', (chunk) => (output += chunk));
  child.send(request);
  return new Promise<Problem[]>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`it did not come to an end within ${limit / 1000} s`));
    }, limit);
    const settle = (work: () => void) => {
      clearTimeout(timer);
      work();
    };
    child.once('error', (error) => settle(() => reject(error)));
    child.once('message', (answer: BootAnswer) =>
      settle(() => ('problems' in answer ? resolve(answer.problems) : reject(new Error(answer.failure)))),
    );
    child.once('exit', (code, signal) =>
      settle(() => reject(new Error(`its process ended with ${signal ?? code}: ${output.trim().split('\n').at(-1)}`))),
    );
  });
}
