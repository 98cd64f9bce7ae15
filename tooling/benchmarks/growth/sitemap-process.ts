import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { createProductEntries } from '@shop/gateway/discovery/product-entries';
import { createProductSitemaps } from '@shop/gateway/discovery/product-sitemaps';
import { watchBlocks } from './watch-blocks';

/*
 * Makes the sitemaps of a store API with a number of products, in a process of its own, and prints one JSON object: `MakingCost`.
 *
 *   node --expose-gc --import tsx tooling/benchmarks/growth/sitemap-process.ts --products 100000
 */

export interface MakingCost {
  /** Milliseconds until all sitemaps are made. */
  makingMs: number;
  /** Longest turn of the event loop: milliseconds of processor time, because other processes delay a turn too. */
  blockMs: number;
  /** Milliseconds of a request for a part that is made, median. */
  requestMs: number;
  /** Bytes of heap and buffers that remain after the garbage collection. */
  memory: number;
}

/** A store API that announces the dates of its products. It runs in a thread, so that its work does not count. */
const storeApi = `
const { createServer } = require('node:http');
const { randomUUID } = require('node:crypto');
const { parentPort, workerData } = require('node:worker_threads');
const ids = Array.from({ length: workerData }, () => randomUUID()).sort();
const server = createServer((request, response) => {
  const query = new URL(request.url, 'http://localhost').searchParams;
  const from = query.get('after') ? ids.indexOf(query.get('after')) + 1 : 0;
  const data = ids.slice(from, from + Number(query.get('limit') ?? 0)).map((id) => [id, '2026-11-26T10:00:00.000Z']);
  response.writeHead(200, { 'content-type': 'application/json', 'accept-product-dates': 'true' });
  response.end(JSON.stringify({ version: '1', data }));
});
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

const { values } = parseArgs({ options: { products: { type: 'string', default: '1000' } } });
const worker = new Worker(storeApi, { eval: true, workerData: Number(values.products) });
const port = await new Promise<number>((resolve) => worker.once('message', resolve));
const onError = (error: unknown) => {
  throw error;
};
const sitemaps = createProductSitemaps({
  entries: createProductEntries({ storeApiUrl: `http://127.0.0.1:${port}`, onError }),
  onError,
});
const site = { publicUrl: 'https://shop.example', languages: ['hi'] };
const measureMemory = async () => {
  // The memory of buffers is free some time after the collection that finds them.
  globalThis.gc?.();
  await delay(100);
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};
// The modules and the connection are ready.
await fetch(`http://127.0.0.1:${port}/storeInfo`).then((response) => response.text());
const before = await measureMemory();
const blocks = watchBlocks();
const startedAt = performance.now();
while (!(await sitemaps.find(site))) await delay(1);
const makingMs = performance.now() - startedAt;
const blockMs = blocks.stop();
const times: number[] = [];
for (let request = 0; request < 101; request++) {
  const requestedAt = performance.now();
  await sitemaps.find(site);
  times.push(performance.now() - requestedAt);
}
const cost: MakingCost = {
  makingMs,
  blockMs,
  requestMs: times.sort((a, b) => a - b)[50] ?? Number.NaN,
  memory: (await measureMemory()) - before,
};
process.stdout.write(`${JSON.stringify(cost)}\n`);
await sitemaps.stop();
await worker.terminate();
