import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { createPostgresDatabase, findPostgresPrograms } from '@shop/database/testing/postgres-cluster';
import { buildApp } from '../src/app';
import { importCatalog } from '../src/catalog-import/import-catalog';
import { type OpenStoreDatabase, openStoreDatabase } from '../src/database/database';
import { readStoreApiSettings } from '../src/settings';
import { fromText } from '../src/testing/catalog-text';

/**
 * Measures `GET /products` with catalogues of several sizes, on PGlite and, where it is installed, on PostgreSQL. Each figure
 * is the fastest of 50 requests in milliseconds, because other load on the machine only ever makes requests slower. It
 * prints one JSON object in each line.
 *
 *   node --import tsx store-api/benchmark/product-list.ts --products 100,30000 --pages 1,1000
 */
const requestCount = 50;
const pageSize = 12;

const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '100,30000' },
    pages: { type: 'string', default: '1,1000' },
  },
});
const readNumbers = (text: string) => text.split(',').map(Number);
const counts = readNumbers(values.products);
const pages = readNumbers(values.pages);

function createExport(count: number): string {
  const rows = Array.from({ length: count }, (_, index) => {
    const description = `Product ${index} is a sample with a description of average length. `.repeat(4);
    const category = ['Cookware', 'Kitchen Tools', 'Men', 'Women', 'Accessories'][index % 5];
    return `sample-${index},Sample ${index},${description},${category},${index % 50 === 0 ? 'featured' : ''},true,${100 + index}`;
  });
  return ['Handle,Title,Body (HTML),Type,Tags,Published,Variant Price', ...rows].join('\n');
}

/**
 * Opens a database with the default `synchronous_commit`, which the test cluster turns off. A vacuum cannot mark the rows of an
 * asynchronous commit as visible until the log is flushed, and the list then reads every row instead of the index.
 */
async function openMeasuredPostgres(programs: string): Promise<OpenStoreDatabase> {
  const url = new URL(await createPostgresDatabase(programs));
  url.searchParams.set('options', '-c synchronous_commit=on');
  return openStoreDatabase({ dataDir: '', databaseUrl: url.href });
}

async function measureDatabase(
  database: string,
  open: () => Promise<OpenStoreDatabase>,
  products: number,
): Promise<void> {
  const settings = readStoreApiSettings({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', MAIL_TRANSPORT: 'off' });
  const { db, close } = await open();
  await importCatalog(db, fromText(createExport(products)));
  const app = await buildApp({ settings, db, operatorSecret: 'benchmark' });
  for (const page of pages.filter((page) => (page - 1) * pageSize < products)) {
    let fastest = Number.POSITIVE_INFINITY;
    for (let request = 0; request < requestCount; request += 1) {
      const start = performance.now();
      await app.inject(`/api/v1/products?page=${page}&limit=${pageSize}`);
      fastest = Math.min(fastest, performance.now() - start);
    }
    process.stdout.write(`${JSON.stringify({ database, products, page, milliseconds: fastest })}\n`);
  }
  await app.close();
  await close();
}

const dataDir = await mkdtemp(join(tmpdir(), 'store-api-benchmark-'));
const programs = findPostgresPrograms();
for (const products of counts) {
  const pglite = await mkdtemp(join(dataDir, 'pglite-'));
  await measureDatabase('PGlite', () => openStoreDatabase({ dataDir: pglite, databaseUrl: undefined }), products);
  if (programs) {
    await measureDatabase('PostgreSQL', () => openMeasuredPostgres(programs), products);
  }
}
await rm(dataDir, { recursive: true });
