import { fork } from 'node:child_process';
import path from 'node:path';

/** How a server answered. */
export interface LoadResult {
  /** Answers a second. */
  perSecond: number;
  /** Answers other than 2xx, and requests without an answer. */
  failures: number;
  /** Transferred bytes of an answer with its headers, on average. Documents without content are far smaller. */
  bytesPerAnswer: number;
  /** Milliseconds within which 99 of 100 answers arrived. */
  latencyP99: number;
}

export interface LoadOptions {
  origin: string;
  /** Addresses that are requested in turn. */
  paths: readonly string[];
  /** Requests at the same time. Default: 10. */
  connections?: number;
  seconds: number;
}

/** Requests pages as fast as a server answers. @throws when the load generator ends without a result. */
export function generateLoad({ connections = 10, ...options }: LoadOptions): Promise<LoadResult> {
  const program = path.join(import.meta.dirname, 'load-generator.mjs');
  const child = fork(program, [JSON.stringify({ connections, ...options })], { execArgv: [] });
  return new Promise((resolve, reject) => {
    child.once('message', (result: LoadResult) => resolve(result));
    child.once('exit', (code) => reject(new Error(`The load generator ended with code ${code}`)));
  });
}
