import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createPostgresDatabase, findPostgresPrograms } from '@shop/database/testing/postgres-cluster';
import { buildApp } from '@shop/store-api/app';
import { openStoreDatabase } from '@shop/store-api/database/database';
import { createProductId } from '@shop/store-api/products/product-id';
import { readStoreApiSettings } from '@shop/store-api/settings';
import { openLimits } from '@shop/store-api/testing/open-limits';
import { watchBlocks } from './watch-blocks';

/*
 * Imports a number of products into the running API, then one changed product, in a process of its own. It prints one JSON object:
 * `ImportCost`.
 *
 *   node --import tsx tooling/benchmarks/growth/import-process.ts --products 30000 [--postgres]
 */

export interface ImportCost {
  /** Milliseconds of the import of all products, its longest block of the event loop, and bytes of memory (RSS). */
  import: { ms: number; blockMs: number; memoryBefore: number; peakMemory: number };
  /** The import of one changed product: the fastest of several, because other load only makes it slower. The longest time until a change shows. */
  change: { ms: number; blockMs: number; visibleMs: number };
  /** Milliseconds of a request, the fastest of several. */
  countMs: number;
  valuesMs: number;
}

const { values } = parseArgs({
  options: { products: { type: 'string', default: '300' }, postgres: { type: 'boolean', default: false } },
});
const requestCount = 20;
const changeCount = 5;

const header = 'Handle,Title,Body (HTML),Type,Published,Variant Price,Option1 Name,Option1 Value\n';
const colours = ['Red', 'Indigo', 'White', 'Black', 'Mustard'];
const formatRow = (index: number, title: string) => {
  const body = `<p>Item ${index} is a ""sample"" with a description of average length.</p> `.repeat(8);
  // A type that the shop does not have becomes a sub-category. The first product has one of its own.
  const type = index === 0 ? 'Single' : index % 2 === 0 ? `Kind ${index % 80}` : 'Cookware';
  return `item-${index},${title},"${body}",${type},true,${100 + (index % 5000)},Color,${colours[index % 5]}\n`;
};

function* writeExport(count: number) {
  yield header;
  for (let index = 0; index < count; index++) yield formatRow(index, `Handmade Tawa ${index.toString(36)}`);
}

const folder = await mkdtemp(path.join(tmpdir(), 'import-benchmark-'));
const programs = values.postgres ? findPostgresPrograms() : undefined;
const settings = {
  ...readStoreApiSettings({ DATA_DIR: folder, LOG_LEVEL: 'silent', MAIL_TRANSPORT: 'off', ...openLimits }),
  ...(programs && { databaseUrl: await createPostgresDatabase(programs) }),
};
const { db, pool, close } = await openStoreDatabase(settings);
const app = await buildApp({ settings, db, pool, operatorSecret: 'benchmark' });
const origin = await app.listen({ port: 0, host: '127.0.0.1' });
const get = async (call: string): Promise<string> => {
  const response = await fetch(`${origin}/api/v1${call}`);
  if (response.status !== 200) throw new Error(`${call} responds with ${response.status}.`);
  return response.text();
};

/** Imports a file as the command does: through the running API. */
async function importFile(file: string): Promise<void> {
  const response = await fetch(`${origin}/operator/catalog-import`, {
    method: 'POST',
    headers: { authorization: 'Operator benchmark', 'content-type': 'text/csv' },
    body: Readable.toWeb(createReadStream(file)) as ReadableStream,
    duplex: 'half',
  } as RequestInit);
  let last = '';
  for await (const line of createInterface({ input: Readable.fromWeb(response.body as never) })) last = line;
  if (!JSON.parse(last).ok) throw new Error(last);
}

async function measureImport(file: string) {
  globalThis.gc?.();
  const memoryBefore = process.memoryUsage.rss();
  let peakMemory = memoryBefore;
  const timer = setInterval(() => {
    peakMemory = Math.max(peakMemory, process.memoryUsage.rss());
  }, 20);
  const blocks = watchBlocks((turn) => setTimeout(turn, 1));
  const startedAt = performance.now();
  await importFile(file);
  const ms = performance.now() - startedAt;
  clearInterval(timer);
  return { ms, blockMs: blocks.stop(), memoryBefore, peakMemory };
}

/** Changes the title of the first product, and waits until its page, the list of its sub-category and the search show it. */
async function measureChange(round: number) {
  const title = `Zeppelin${'abcdefgh'.charAt(round)}`;
  const file = path.join(folder, 'change.csv');
  await pipeline(Readable.from([header, formatRow(0, title)]), createWriteStream(file));
  const startedAt = performance.now();
  const { ms, blockMs } = await measureImport(file);
  const calls = [
    `/products/${createProductId('item-0')}`,
    '/products?category=accessories&parentCategory=single',
    `/search?q=${title}`,
  ];
  for (const call of calls) while (!(await get(call)).includes(title)) await delay(5);
  return { ms, blockMs, visibleMs: performance.now() - startedAt };
}

async function measureFastest(call: string): Promise<number> {
  let fastest = Number.POSITIVE_INFINITY;
  for (let request = 0; request < requestCount; request++) {
    const startedAt = performance.now();
    await get(call);
    fastest = Math.min(fastest, performance.now() - startedAt);
  }
  return fastest;
}

try {
  const file = path.join(folder, 'export.csv');
  await pipeline(Readable.from(writeExport(Number(values.products))), createWriteStream(file));
  const all = await measureImport(file);
  const changes = [];
  for (let round = 0; round < changeCount; round++) changes.push(await measureChange(round));
  const cost: ImportCost = {
    import: all,
    change: {
      ms: Math.min(...changes.map(({ ms }) => ms)),
      blockMs: Math.min(...changes.map(({ blockMs }) => blockMs)),
      visibleMs: Math.max(...changes.map(({ visibleMs }) => visibleMs)),
    },
    countMs: await measureFastest('/products?category=accessories&parentCategory=kind%202&limit=1'),
    valuesMs: await measureFastest('/search?category=accessories&limit=0'),
  };
  process.stdout.write(`${JSON.stringify(cost)}\n`);
} finally {
  await app.close();
  await close();
  await rm(folder, { recursive: true });
}
