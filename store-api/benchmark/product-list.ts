import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { seedCatalog } from '../catalog/seed-catalog';
import { buildApp } from '../src/app';
import { importCatalog } from '../src/catalog-import/import-catalog';
import { openDatabase } from '../src/database/database';
import { seedProducts } from '../src/seed/seed-products';
import { readStoreApiSettings } from '../src/settings';

/**
 * Measures `GET /products` with the seed catalogue and with 30,000 products on PGlite. Each figure is the fastest of 50
 * requests in milliseconds, because other load on the machine only ever makes requests slower.
 *
 *   node --import tsx store-api/benchmark/product-list.ts
 */
const productCount = 30_000;
const requestCount = 50;

function createExport(count: number): string {
  const rows = Array.from({ length: count }, (_, index) => {
    const description = `Product ${index} is a sample with a description of average length. `.repeat(4);
    const category = ['Cookware', 'Kitchen Tools', 'Men', 'Women', 'Accessories'][index % 5];
    return `sample-${index},Sample ${index},${description},${category},${index % 50 === 0 ? 'featured' : ''},true,${100 + index}`;
  });
  return ['Handle,Title,Body (HTML),Type,Tags,Published,Variant Price', ...rows].join('\n');
}

const dataDir = await mkdtemp(join(tmpdir(), 'store-api-benchmark-'));
const settings = readStoreApiSettings({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', MAIL_TRANSPORT: 'off' });
const { db, close } = await openDatabase(settings);
await seedProducts(db, seedCatalog);
const app = await buildApp({ settings, db, operatorSecret: 'benchmark' });

async function measure(query: string): Promise<string> {
  let fastest = Number.POSITIVE_INFINITY;
  for (let request = 0; request < requestCount; request += 1) {
    const start = performance.now();
    await app.inject(`/api/v1/products?${query}`);
    fastest = Math.min(fastest, performance.now() - start);
  }
  return `${fastest.toFixed(1)} ms`;
}

process.stdout.write(`seed catalogue, page 1: ${await measure('page=1')}\n`);
await importCatalog(db, createExport(productCount));
for (const query of ['page=1', 'page=1250', 'page=2500', 'category=cookware']) {
  process.stdout.write(`${productCount} products, ${query}: ${await measure(query)}\n`);
}
await app.close();
await close();
await rm(dataDir, { recursive: true });
