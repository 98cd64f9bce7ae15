import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../package-root';

/** Outcome of a process. `output` is stdout and stderr. */
export interface ProcessResult {
  code: number | null;
  output: string;
}

/** A started process. */
export interface StartedProcess {
  child: ChildProcess;
  /** Resolves when the process has exited and its output is complete. */
  ended: Promise<ProcessResult>;
}

export interface RunningServer extends StartedProcess {
  /** `http://localhost:<port>`. */
  address: string;
}

/** Runs the server and the commands as processes, from a bundle that is built for the test run. */
export interface StorePrograms {
  startServer(env: Record<string, string>): Promise<RunningServer>;
  /** Starts the server and does not wait until it is ready. */
  launchServer(env: Record<string, string>): StartedProcess;
  /** Runs a program until it exits: `server`, `commands/order` or `commands/catalog-import`. */
  run(program: string, parameters: string[], env: Record<string, string>): Promise<ProcessResult>;
  /** Returns the path of a data folder that does not exist yet. */
  createDataDir(): string;
  /** Temporary folder that contains the data folders. */
  folder: string;
  remove(): void;
}

export function bundleStorePrograms(): StorePrograms {
  const temporary = mkdtempSync(join(tmpdir(), 'store-api-process-'));
  // The bundle is inside the package, so that it finds node_modules and the catalogue.
  const cache = join(packageRoot, '.cache');
  mkdirSync(cache, { recursive: true });
  const bundle = mkdtempSync(join(cache, 'test-bundle-'));
  execFileSync(process.execPath, [join(packageRoot, 'bundle.mjs'), bundle]);
  let dataDirs = 0;

  function launch(program: string, parameters: string[], env: Record<string, string>): StartedProcess {
    const { NODE_ENV: _jest, ...inherited } = process.env;
    const child = spawn(process.execPath, [join(bundle, `${program}.mjs`), ...parameters], {
      env: { ...inherited, STORE_API_PORT: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe', ...(program === 'server' ? (['ipc'] as const) : [])],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        output += chunk;
      });
    }
    // Node does not emit `close` for a child whose IPC channel the parent has closed.
    const streams = [child.stdout, child.stderr].flatMap((stream) => (stream ? [once(stream, 'close')] : []));
    const ended = Promise.all([once(child, 'exit'), ...streams]).then(
      ([[code]]): ProcessResult => ({ code, output: output.trim() }),
    );
    return { child, ended };
  }

  return {
    async startServer(env) {
      const { child, ended } = launch('server', [], env);
      const first = await Promise.race([once(child, 'message').then(([message]) => message), ended]);
      if (typeof first?.address !== 'string') throw new Error(`The server did not start: ${first?.output}`);
      return { address: first.address, child, ended };
    },
    launchServer: (env) => launch('server', [], env),
    run: (program, parameters, env) => launch(program, parameters, env).ended,
    folder: temporary,
    createDataDir() {
      dataDirs += 1;
      return join(temporary, `data-${dataDirs}`);
    },
    remove() {
      rmSync(temporary, { recursive: true });
      rmSync(bundle, { recursive: true });
    },
  };
}

/** Bundles the programs before the tests of a suite and removes them after these. */
export function useStorePrograms(): StorePrograms {
  const programs = {} as StorePrograms;
  beforeAll(() => {
    Object.assign(programs, bundleStorePrograms());
  }, 120_000);
  afterAll(() => programs.remove());
  return programs;
}
