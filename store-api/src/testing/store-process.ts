import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../package-root';

export interface Ended {
  code: number | null;
  output: string;
}

/** A program that may still be running. */
export interface Launched {
  child: ChildProcess;
  /** Resolves when the process has ended. */
  ended: Promise<Ended>;
}

export interface RunningServer extends Launched {
  /** `http://localhost:<port>`. */
  address: string;
}

/** The server and the commands as processes of their own, from a bundle made for the test run. */
export interface StorePrograms {
  startServer(env: Record<string, string>): Promise<RunningServer>;
  /** Starts the server without waiting for it. */
  launchServer(env: Record<string, string>): Launched;
  /** Runs a program to its end: `server`, `commands/order` or `commands/catalog-import`. */
  run(program: string, parameters: string[], env: Record<string, string>): Promise<Ended>;
  /** A data folder that does not exist yet. */
  newDataDir(): string;
  /** Where those folders are. */
  folder: string;
  remove(): void;
}

const bundlePrefix = 'test-bundle-';

/** Bundles of test runs that were stopped: no run takes an hour. */
function removeAbandoned(cache: string): void {
  for (const name of readdirSync(cache)) {
    const path = join(cache, name);
    const isOld = name.startsWith(bundlePrefix) && Date.now() - statSync(path).mtimeMs > 3_600_000;
    if (isOld) rmSync(path, { recursive: true });
  }
}

export function bundleStorePrograms(): StorePrograms {
  const temporary = mkdtempSync(join(tmpdir(), 'store-api-process-'));
  // Below the package, so that the bundle finds its libraries and the catalogue.
  const cache = join(packageRoot, '.cache');
  mkdirSync(cache, { recursive: true });
  removeAbandoned(cache);
  const bundle = mkdtempSync(join(cache, bundlePrefix));
  execFileSync(process.execPath, [join(packageRoot, 'bundle.mjs'), bundle]);
  let dataDirs = 0;

  function launch(program: string, parameters: string[], env: Record<string, string>): Launched {
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
    // Not `close`: Node does not emit it for a child whose channel the parent has closed.
    const streams = [child.stdout, child.stderr].flatMap((stream) => (stream ? [once(stream, 'close')] : []));
    const ended = Promise.all([once(child, 'exit'), ...streams]).then(
      ([[code]]): Ended => ({ code, output: output.trim() }),
    );
    return { child, ended };
  }

  return {
    async startServer(env) {
      const { child, ended } = launch('server', [], env);
      const first = await Promise.race([once(child, 'message').then(([message]) => message), ended]);
      if (typeof first?.address !== 'string') throw new Error(`the server did not start: ${first?.output}`);
      return { address: first.address, child, ended };
    },
    launchServer: (env) => launch('server', [], env),
    run: (program, parameters, env) => launch(program, parameters, env).ended,
    folder: temporary,
    newDataDir() {
      dataDirs += 1;
      return join(temporary, `data-${dataDirs}`);
    },
    remove() {
      rmSync(temporary, { recursive: true });
      rmSync(bundle, { recursive: true });
    },
  };
}
