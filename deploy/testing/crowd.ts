import { setTimeout as sleep } from 'node:timers/promises';
import { readDocument } from './shell-build';

/** Milliseconds a shopper looks at a page. */
const look = 10;

/** Shoppers who go from page to page until they are sent home. */
export interface Crowd {
  /** Resolves when so many more pages were opened. */
  opens: (count: number) => Promise<void>;
  /** Sends everybody home. @returns What they saw. */
  leave: () => Promise<{ navigations: number; failures: string[]; lastSeq: number }>;
}

/**
 * Lets shoppers in: each opens documents and the script that the document names, one after the other.
 *
 * @param origin Of a web server that believes them where they say they are: each comes from a network of its own.
 */
export function startCrowd(origin: string, size: number): Crowd {
  const failures: string[] = [];
  let navigations = 0;
  let lastSeq = 0;
  let isOpen = true;

  const open = async (url: string, address: string) => {
    const headers = { 'x-forwarded-for': address };
    const response = await fetch(origin + url, { headers, signal: AbortSignal.timeout(10_000) });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${url}: status ${response.status}`);
    return text;
  };
  const navigate = async (address: string) => {
    const seen = readDocument(await open('/products', address));
    if (!seen) throw new Error('a document was truncated');
    lastSeq = Math.max(lastSeq, seen.seq);
    await open(seen.script, address);
  };
  const shopper = async (_: unknown, at: number) => {
    while (isOpen) {
      await navigate(`203.0.113.${at}`).catch((error: unknown) => failures.push(String(error)));
      navigations++;
      await sleep(look);
    }
  };
  const everybody = Promise.all(Array.from({ length: size }, shopper));
  return {
    opens: async (count) => {
      const wanted = navigations + count;
      while (navigations < wanted) await sleep(look);
    },
    leave: async () => {
      isOpen = false;
      await everybody;
      return { navigations, failures, lastSeq };
    },
  };
}
