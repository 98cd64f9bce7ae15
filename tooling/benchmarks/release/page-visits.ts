import { waitUntil } from '@shop/testing/wait-until';
import { listFiles } from './list-files';

/** A document that a visitor opened. */
export interface Page {
  status: number;
  /** Sequence number of the document's composition. 0 without a composition. */
  seq: number;
  /** Addresses of the scripts that the document loads. */
  scripts: string[];
  /** The visitor's cookies afterwards. */
  cookie: string;
}

/** Requests a document. @param cookie Cookies of the visitor. */
export async function openPage(address: string, cookie = ''): Promise<Page> {
  const response = await fetch(address, { headers: cookie ? { cookie } : {} });
  const html = await response.text();
  const given = response.headers.getSetCookie().map((line) => line.split(';')[0]);
  return {
    status: response.status,
    seq: Number(html.match(/"seq":(\d+)/)?.[1] ?? 0),
    scripts: listFiles(html)
      .filter((file) => file.endsWith('.js'))
      .map((url) => new URL(url, address).href),
    cookie: given.join('; ') || cookie,
  };
}

/**
 * Whether every script of a page can be loaded.
 *
 * @param cached Addresses of the scripts in the visitor's browser cache. Immutable scripts are added to it.
 */
export async function isComplete({ status, scripts }: Page, cached: Set<string>): Promise<boolean> {
  if (status !== 200 || scripts.length === 0) return false;
  const loaded = await Promise.all(
    scripts.map(async (url) => {
      if (cached.has(url)) return true;
      const response = await fetch(url);
      await response.arrayBuffer();
      if (response.ok && response.headers.get('cache-control')?.includes('immutable')) cached.add(url);
      return response.ok;
    }),
  );
  return loaded.every(Boolean);
}

/** Time in which a gateway polls HEAD four times. */
export const fourPollsMs = 1000;

/** Waits until the gateway serves a composition. @returns Milliseconds that it took. */
export async function waitUntilServed(origin: string, seq: number, cookie = ''): Promise<number> {
  const started = performance.now();
  const isServed = async () => (await openPage(origin, cookie)).seq === seq;
  await waitUntil(isServed, { timeoutMs: 60_000, intervalMs: 5, message: `the gateway serves composition ${seq}` });
  return performance.now() - started;
}
