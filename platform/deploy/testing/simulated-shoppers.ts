import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '@shop/testing/wait-until';
import { readDocument } from './shell-build';

/** Milliseconds between two navigations of a shopper. */
const viewMs = 10;

/** Simulated shoppers who open page after page until they are stopped. */
export interface SimulatedShoppers {
  /** Resolves after `count` more pages were opened. */
  waitForPages: (count: number) => Promise<void>;
  /** Stops the shoppers. @returns One message for each failed navigation. */
  stop: () => Promise<string[]>;
}

/**
 * Starts shoppers. Each opens a document, then the script that the document names, and repeats.
 *
 * @param origin Origin of a web server that trusts X-Forwarded-For: each shopper has a network of its own.
 */
export function startShoppers(origin: string, size: number): SimulatedShoppers {
  const failures: string[] = [];
  let navigations = 0;
  let isOpen = true;

  const open = async (url: string, address: string) => {
    const headers = { 'x-forwarded-for': address };
    const response = await fetch(origin + url, { headers, signal: AbortSignal.timeout(10_000) });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${url}: status ${response.status}`);
    return text;
  };
  /** Opens in turn an address that nginx may have cached, and one that a gateway must answer. */
  const navigate = async (address: string) => {
    const url = navigations % 2 === 0 ? '/products' : `/products?view=${navigations}`;
    const document = readDocument(await open(url, address));
    if (!document) throw new Error('a document was truncated');
    await open(document.script, address);
  };
  const shopper = async (_: unknown, index: number) => {
    while (isOpen) {
      await navigate(`203.0.113.${index}`).catch((error: unknown) => failures.push(String(error)));
      navigations++;
      await sleep(viewMs);
    }
  };
  const running = Promise.all(Array.from({ length: size }, shopper));
  return {
    waitForPages: async (count) => {
      const wanted = navigations + count;
      await waitUntil(() => navigations >= wanted, { timeoutMs: 60_000, message: `shoppers open ${count} more pages` });
    },
    stop: async () => {
      isOpen = false;
      await running;
      return failures;
    },
  };
}
