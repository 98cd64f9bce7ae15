import { readFileSync } from 'node:fs';
import { waitUntil } from '@shop/testing/wait-until';
import { recordCounts } from '../../counts/counts';
import { type FaultShop, openFaultShop } from './kit/fault-shop';

/** What a remote does instead of rendering its page. */
const faults: Record<string, string> = {
  loop: 'for (;;);',
  leak: 'globalThis.kept ??= []; for (;;) globalThis.kept.push(new Array(10000).fill(Math.random()));',
  slowleak:
    'globalThis.kept ??= []; for (let i = 0; i < 20; i++) globalThis.kept.push(Buffer.alloc(2e6, 1)); throw new Error("late");',
  throw: 'throw new Error("broken");',
  reject: 'setTimeout(() => Promise.reject(new Error("rejected on purpose")), 20); return new Promise(() => {});',
  uncaught: 'setTimeout(() => { throw new Error("uncaught"); }, 10); return new Promise(() => {});',
  exit: 'process.exit(3);',
  abort: 'process.abort();',
  stdout: 'for (let i = 0; i < 20000; i++) process.stdout.write("x".repeat(1000) + "\\n"); return "flooded";',
  stderr: 'for (let i = 0; i < 20000; i++) process.stderr.write("x".repeat(1000) + "\\n"); return "flooded";',
  fetches:
    'for (let i = 0; i < 5000; i++) fetch("http://localhost:8044/api/v1/products?q=" + i).catch(() => {}); return new Promise(() => {});',
  huge: 'return "x".repeat(200e6);',
  forged:
    'process.stdout.write(JSON.stringify({ id: 1, result: { kind: "page" } }) + "\\n"); return new Promise(() => {});',
};

/** Bytes of resident memory of a process. */
const readRss = (pid: number) =>
  1024 * Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)?.[1] ?? 0);

describe('a remote that breaks its renderer', () => {
  let shop: FaultShop;
  beforeAll(async () => {
    shop = await openFaultShop({ pages: { good: "return 'rendered';", ...faults } });
  }, 120_000);
  afterAll(() => shop?.close());

  const open = async (url: string) => {
    const response = await fetch(shop.gateway.origin + url, { signal: AbortSignal.timeout(20_000) });
    return { status: response.status, html: await response.text() };
  };

  it.each(Object.keys(faults))(
    'gets a complete document, and other pages are rendered again (%s)',
    async (name) => {
      let other = 0;
      const isRendered = async () => (await open(`/good?q=${name}${other++}`)).html.includes('>rendered<');
      await waitUntil(isRendered, { timeoutMs: 30_000, message: 'the pool renders pages' });
      const { pid } = shop.gateway;
      const bad = Promise.all([1, 2].map((index) => open(`/${name}?q=${index}`)));
      const beside = await Promise.all([1, 2, 3, 4].map((index) => open(`/good?q=${name}beside${index}`)));
      expect(beside.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      for (const { status, html } of await bad) {
        expect(status).toBe(200);
        expect(html).toContain('<!-- complete -->');
        // A process that floods its output has its page all the same.
        expect(html).toMatch(/>client-rendered |>flooded</);
      }
      await waitUntil(isRendered, { timeoutMs: 30_000, message: 'the pool renders pages after the fault' });
      expect(shop.gateway.pid).toBe(pid);
      expect(readRss(pid)).toBeLessThan(600 * 1024 ** 2);
      recordCounts('faults', 'renders that break their process', 1);
    },
    90_000,
  );
});
