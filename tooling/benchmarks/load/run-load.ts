import { fork } from 'node:child_process';
import path from 'node:path';

/** What a load generator sends. */
export interface LoadPlan {
  /** Origin of the gateway. */
  gateway: string;
  /** Origin of the store API. */
  storeApi: string;
  connections: number;
  seconds: number;
  /** Requests of all connections to a server, instead of a time. */
  amount?: number;
  /** Addresses of documents and files, by the name under which they are counted. */
  paths: readonly { path: string; name: string }[];
  /** Ids of products that shoppers order. Empty: no shopper orders. */
  products: readonly string[];
  /** Address of every order. */
  shippingAddress: object;
  account: { email: string; password: string };
}

/** Responses of one kind of request. */
export interface RouteFigures {
  count: number;
  /** Responses with 503 and Retry-After. */
  refused: number;
  /** Other responses than 2xx and 304. */
  failed: number;
  /** Failed responses by status. */
  statuses: Readonly<Record<string, number>>;
}

export interface LoadResult {
  routes: Readonly<Record<string, RouteFigures>>;
  /** Requests without a response. */
  lost: number;
  /** Responses a second. */
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p95: number;
  p99: number;
}

/** Sends a load from a process of its own. @throws When the process ends without a result. */
export function runLoad(plan: LoadPlan): Promise<LoadResult> {
  const program = path.join(import.meta.dirname, 'journey-generator.mjs');
  const child = fork(program, [JSON.stringify(plan)], { execArgv: [] });
  return new Promise((resolve, reject) => {
    child.once('message', (result: LoadResult) => resolve(result));
    child.once('exit', (code) => reject(new Error(`The load generator ended with code ${code}.`)));
  });
}

/** Adds up the responses of all routes. */
export function sumRoutes({ routes }: Pick<LoadResult, 'routes'>): Omit<RouteFigures, 'statuses'> {
  const all = Object.values(routes);
  const sum = (get: (figures: RouteFigures) => number) => all.reduce((total, figures) => total + get(figures), 0);
  return {
    count: sum(({ count }) => count),
    refused: sum(({ refused }) => refused),
    failed: sum(({ failed }) => failed),
  };
}
