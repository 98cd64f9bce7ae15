import { setTimeout as sleep } from 'node:timers/promises';

/** What came of opening a page. */
export interface Page {
  status: number;
  /** The composition that the document carries; 0 when it carries none. */
  seq: number;
  /** Addresses of the scripts that the document asks for. */
  scripts: string[];
  /** The visitor's cookies afterwards. */
  cookie: string;
}

/** Opens a document as a browser does. */
export async function open(address: string, cookie = ''): Promise<Page> {
  const response = await fetch(address, { headers: cookie ? { cookie } : {} });
  const html = await response.text();
  const given = response.headers.getSetCookie().map((line) => line.split(';')[0]);
  return {
    status: response.status,
    seq: Number(html.match(/"seq":(\d+)/)?.[1] ?? 0),
    scripts: [...html.matchAll(/(?:src|href)="(\/r\/[^"]+\.js)"/g)].map(([, url = '']) => new URL(url, address).href),
    cookie: given.join('; ') || cookie,
  };
}

/**
 * Whether a page came with every script that its document asks for.
 *
 * @param cached Addresses of the scripts that the visitor's browser has: as a browser does, it keeps what is immutable.
 */
export async function isWhole({ status, scripts }: Page, cached: Set<string>): Promise<boolean> {
  if (status !== 200 || scripts.length === 0) return false;
  const answers = await Promise.all(
    scripts.map(async (url) => {
      if (cached.has(url)) return true;
      const response = await fetch(url);
      await response.arrayBuffer();
      if (response.ok && response.headers.get('cache-control')?.includes('immutable')) cached.add(url);
      return response.ok;
    }),
  );
  return answers.every(Boolean);
}

/** Milliseconds in which a gateway looks at HEAD four times. */
export const severalLooks = 1000;

/** Milliseconds between two looks of the bench. */
const look = 5;

/** @returns Milliseconds until something is so. */
async function until(isReached: () => Promise<boolean>): Promise<number> {
  const started = performance.now();
  while (!(await isReached())) await sleep(look);
  return performance.now() - started;
}

/** @returns Milliseconds until a composition is served. */
export const untilServed = (origin: string, seq: number, cookie = '') =>
  until(async () => (await open(origin, cookie)).seq === seq);

/** Does something for each of many, a few at a time. */
export async function forMany<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  const worker = async () => {
    for (const [at, item] of queue) results[at] = await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
