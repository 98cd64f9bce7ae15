import { fork } from 'node:child_process';
import type { Problem } from '@shop/releases/gates/gate';
import type { RunSmokeTest } from '@shop/releases/gates/smoke-test.gate';
import { findChromium } from '@shop/releases/smoke-test/find-chromium';
import type { StoreLocation } from '@shop/releases/store/store-location';
import { findProgram, root } from '../build/workspace';
import type { SmokeTestReply, SmokeTestRequest } from './smoke-test-process';

const defaultTimeoutMs = 300_000;

export interface SmokeTestOptions {
  location: StoreLocation;
  /** Finds the executable of a Chromium. Its error says how to install one. Default: the machine's Chromium. */
  findBrowser?: () => string | undefined;
  /** Milliseconds until the process is killed. Default 300,000. */
  timeoutMs?: number;
}

/**
 * Creates the smoke test of a release store: it starts a composition on a server and in a browser, in a process of its own.
 *
 * @returns Resolves to the problems of the composition. Rejects when the test cannot run or times out.
 */
export const createSmokeTest =
  ({ location, findBrowser = findChromium, timeoutMs = defaultTimeoutMs }: SmokeTestOptions): RunSmokeTest =>
  async (candidate) => {
    const executablePath = findBrowser();
    return runProcess({ location, candidate, ...(executablePath ? { executablePath } : {}) }, timeoutMs);
  };

/**
 * Variables that the process inherits: those that Node, Chromium and Playwright read. Tokens and keys in other variables
 * stay hidden from the code of a release.
 */
const inheritedVariables = [
  ...['PATH', 'HOME', 'TMPDIR', 'LD_LIBRARY_PATH', 'NODE_EXTRA_CA_CERTS'],
  ...['PLAYWRIGHT_BROWSERS_PATH', 'XDG_CACHE_HOME', 'XDG_RUNTIME_DIR', 'FONTCONFIG_FILE', 'FONTCONFIG_PATH'],
];

function runProcess(request: SmokeTestRequest, timeoutMs: number): Promise<Problem[]> {
  const env = Object.fromEntries(inheritedVariables.map((name) => [name, process.env[name]]));
  const { file, execArgv } = findProgram('smoke-test/smoke-test-process');
  const child = fork(file, {
    cwd: root,
    env: { ...env, NODE_ENV: 'production' },
    execArgv,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  child.stdout?.on('data', (chunk) => (output += chunk));
  child.stderr?.on('data', (chunk) => (output += chunk));
  child.send(request);
  return new Promise<Problem[]>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`it timed out after ${timeoutMs / 1000} s`));
    }, timeoutMs);
    const settle = (work: () => void) => {
      clearTimeout(timer);
      work();
    };
    child.once('error', (error) => settle(() => reject(error)));
    child.once('message', (reply: SmokeTestReply) =>
      settle(() => ('problems' in reply ? resolve(reply.problems) : reject(new Error(reply.failure)))),
    );
    child.once('exit', (code, signal) =>
      settle(() => reject(new Error(`its process ended with ${signal ?? code}: ${output.trim().split('\n').at(-1)}`))),
    );
  });
}
