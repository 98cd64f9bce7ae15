import { setTimeout as sleep } from 'node:timers/promises';

/** What shoppers got. */
export interface TrafficCounts {
  pages: number;
  calls: number;
  /** Requests without a response of 200, as `address: reason`. */
  failedPages: string[];
  failedCalls: string[];
}

export interface TrafficAddresses {
  /** Addresses of the edges for the shop, in the order in which the balancer tries them. */
  shop: readonly string[];
  /** The same for the store API. */
  api: readonly string[];
}

/** Gets an address as a load balancer does: the second edge gets what the first one does not accept. */
async function get(origins: readonly string[], path: string): Promise<string | null> {
  let failure = 'no address';
  for (const origin of origins) {
    try {
      const response = await fetch(origin + path, { signal: AbortSignal.timeout(10_000), redirect: 'manual' });
      const body = await response.text();
      return response.status === 200 && body.length > 0 ? null : `${path}: ${response.status}`;
    } catch (error) {
      failure = `${path}: ${error instanceof Error ? (error.cause ?? error) : error}`;
    }
  }
  return failure;
}

const pagePaths = ['/', '/products?category=cookware', '/contact'];
const callPaths = ['/api/v1/products?limit=3', '/api/v1/storeInfo'];
const pauseMs = 20;

/**
 * Sends requests for pages and calls of the store API one after the other, while work goes on.
 *
 * @returns What shoppers got.
 */
export async function countTraffic(
  { shop, api }: TrafficAddresses,
  work: () => Promise<unknown>,
): Promise<TrafficCounts> {
  const counts: TrafficCounts = { pages: 0, calls: 0, failedPages: [], failedCalls: [] };
  let isRunning = true;
  const visit = async (
    origins: readonly string[],
    paths: readonly string[],
    record: (failure: string | null) => void,
  ) => {
    for (let index = 0; isRunning; index++) {
      record(await get(origins, paths[index % paths.length] ?? '/'));
      await sleep(pauseMs);
    }
  };
  const loops = [
    visit(shop, pagePaths, (failure) => {
      counts.pages++;
      if (failure) counts.failedPages.push(failure);
    }),
    visit(api, callPaths, (failure) => {
      counts.calls++;
      if (failure) counts.failedCalls.push(failure);
    }),
  ];
  try {
    await work();
  } finally {
    isRunning = false;
    await Promise.all(loops);
  }
  return counts;
}
