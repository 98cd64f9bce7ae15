import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../package-root';

export interface Ended {
  code: number | null;
  output: string;
}

export interface RunningServer {
  /** `http://localhost:<port>`. */
  address: string;
  child: ChildProcess;
  /** Resolves when the process has ended. */
  ended: Promise<Ended>;
}

/** The server and the commands as processes of their own, from a bundle made for the test run. */
export interface StorePrograms {
  startServer(env: Record<string, string>): Promise<RunningServer>;
  /** Runs a program to its end: `server`, `commands/order` or `commands/catalog-import`. */
  run(program: string, parameters: string[], env: Record<string, string>): Promise<Ended>;
  /** A data folder that does not exist yet. */
  newDataDir(): string;
  remove(): void;
}

export function bundledPrograms(): StorePrograms {
  const temporary = mkdtempSync(join(tmpdir(), 'store-api-process-'));
  // Below the package, so that the bundle finds its libraries and the catalogue.
  mkdirSync(join(packageRoot, '.cache'), { recursive: true });
  const bundle = mkdtempSync(join(packageRoot, '.cache/bundle-'));
  execFileSync(process.execPath, [join(packageRoot, 'bundle.mjs'), bundle]);
  let dataDirs = 0;

  function launch(program: string, parameters: string[], env: Record<string, string>) {
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
    run: (program, parameters, env) => launch(program, parameters, env).ended,
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
