import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '@shop/testing/wait-until';
import { readDocument } from './shell-build';

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

/**
 * Gets an address as a load balancer does: the second edge gets what the first one does not accept.
 *
 * @returns The body.
 * @throws When there is no response, or another one than a body with 200.
 */
async function get(origins: readonly string[], path: string, headers: Record<string, string> = {}): Promise<string> {
  let failure: unknown = 'no address';
  for (const origin of origins) {
    try {
      const response = await fetch(origin + path, {
        headers,
        signal: AbortSignal.timeout(10_000),
        redirect: 'manual',
      });
      const body = await response.text();
      if (response.status === 200 && body !== '') return body;
      failure = response.status;
      break;
    } catch (error) {
      failure = error instanceof Error ? (error.cause ?? error) : error;
    }
  }
  throw new Error(`${path}: ${failure}`);
}

/** Milliseconds between two visits of a shopper. */
const pauseMs = 20;

/** Visits one address after the other until it is stopped. @param visit  Gets the number of earlier visits. */
function startShopper(visit: (index: number) => Promise<unknown>) {
  const failures: string[] = [];
  let count = 0;
  let isOpen = true;
  const run = async () => {
    while (isOpen) {
      await visit(count).catch((error: unknown) => failures.push(error instanceof Error ? error.message : `${error}`));
      count++;
      await sleep(pauseMs);
    }
  };
  const running = run();
  return {
    getCount: () => count,
    /** @returns One message for each failed visit. */
    stop: async () => {
      isOpen = false;
      await running;
      return failures;
    },
  };
}

const pagePaths = ['/', '/products?category=cookware', '/contact'];
const callPaths = ['/api/v1/products?limit=3', '/api/v1/storeInfo'];

/**
 * Sends requests for pages and calls of the store API one after the other, while work goes on.
 *
 * @returns What shoppers got.
 */
export async function countTraffic(
  { shop, api }: TrafficAddresses,
  work: () => Promise<unknown>,
): Promise<TrafficCounts> {
  const pages = startShopper((index) => get(shop, pagePaths[index % pagePaths.length] ?? '/'));
  const calls = startShopper((index) => get(api, callPaths[index % callPaths.length] ?? '/'));
  const stop = () => Promise.all([pages.stop(), calls.stop()]);
  await work().finally(stop);
  const [failedPages, failedCalls] = await stop();
  return { pages: pages.getCount(), calls: calls.getCount(), failedPages, failedCalls };
}

export type Shoppers = ReturnType<typeof startShoppers>;

/**
 * Starts shoppers with networks of their own. Each opens a document, then the script that the document names, and repeats.
 *
 * @param origin Origin of a web server that trusts X-Forwarded-For.
 */
export function startShoppers(origin: string, size: number) {
  const shoppers = Array.from({ length: size }, (_, shopper) =>
    startShopper(async (index) => {
      const open = (path: string) => get([origin], path, { 'x-forwarded-for': `203.0.113.${shopper}` });
      // In turn an address that nginx may have cached, and one that a gateway must answer.
      const document = readDocument(await open(index % 2 === 0 ? '/products' : `/products?view=${shopper}-${index}`));
      if (!document) throw new Error('a document was truncated');
      await open(document.script);
    }),
  );
  const countPages = () => shoppers.reduce((sum, { getCount }) => sum + getCount(), 0);
  return {
    /** Waits until the shoppers have opened more pages. */
    waitForPages: async (count: number) => {
      const wanted = countPages() + count;
      await waitUntil(() => countPages() >= wanted, {
        timeoutMs: 60_000,
        message: `shoppers open ${count} more pages`,
      });
    },
    /** @returns One message for each failed navigation. */
    stop: async () => (await Promise.all(shoppers.map(({ stop }) => stop()))).flat(),
  };
}
