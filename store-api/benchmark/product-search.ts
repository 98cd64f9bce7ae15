import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { createPostgresDatabase, findPostgresPrograms } from '@shop/database/testing/postgres-cluster';
import { buildApp } from '../src/app';
import { importCatalog } from '../src/catalog-import/import-catalog';
import { openStoreDatabase } from '../src/database/database';
import { readStoreApiSettings } from '../src/settings';
import { fromText } from '../src/testing/catalog-text';

/**
 * Measures `GET /search` with catalogues of several sizes, on PGlite and, where it is installed, on PostgreSQL. A time is the fastest of
 * several requests in milliseconds, because other load on the machine only ever makes requests slower; the first search and the search
 * after a change are measured once. `blocked` is the longest time that the event loop did nothing else. It prints one JSON object in each
 * line.
 *
 *   node --import tsx store-api/benchmark/product-search.ts --products 300,30000
 */
const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '300,30000' },
    requests: { type: 'string', default: '10' },
  },
});

/**
 * Queries by the name of their row. 100 times as many products have 100 times as many matches of words that they share. One product
 * has the word that is typed with an error, so this row shows what the comparison with all words costs.
 */
const queries = {
  'two words': 'q=copper+tawa',
  'an incomplete word': 'q=copper+handm',
  'a word with a typing error': 'q=paadnaan',
  'ten unknown words': 'q=quxa+blorve+snarfi+wumple+dribnok+plonty+grizzel+frobni+twexo+zandli',
  'filters and facets': 'category=men&maxPrice=3000&colour=red&size=m&sort=price-asc',
  'no word': 'limit=12',
} as const;

const nouns = ['Tawa', 'Kadhai', 'Saucepan', 'Kurta', 'Saree', 'Lunch Box', 'Bowl', 'Ladle', 'Shirt', 'Shawl'];
const materials = ['Copper', 'Brass', 'Steel', 'Iron', 'Cotton', 'Linen', 'Silk', 'Clay', 'Teak', 'Wool', 'Glass'];
const makers = ['Handmade', 'Moradabad', 'Jaipur', 'Kutch', 'Everyday', 'Festive', 'Heavy', 'Slim', 'Classic'];
const categories = ['Cookware', 'Kitchen Tools', 'Men', 'Women', 'Accessories'];
const colours = ['Red', 'Indigo', 'White', 'Black', 'Bottle Green', 'Mustard'];
const pick = (list: readonly string[], index: number) => list[index % list.length] ?? '';

/** The word of the first product. */
const firstWord = 'paandaan';

/** Creates a Shopify export. Each product has a word of its own in its title. */
function createExport(count: number): string {
  const rows = Array.from({ length: count }, (_, index) => {
    const own =
      index === 0 ? firstWord : index.toString(36).replace(/\d/g, (digit) => 'qwxzjkvybf'.charAt(Number(digit)));
    const title = `${pick(makers, index)} ${pick(materials, index)} ${pick(nouns, index)} ${own}`;
    const text =
      `Number ${own}: ${pick(makers, index * 7)} work in ${pick(materials, index * 3)} for every day, 24 cm. `.repeat(
        3,
      );
    const options = `Color,${pick(colours, index)},Size,${pick(['S', 'M', 'L'], index >> 2)}`;
    return `p-${index},${title},${text},${pick(categories, index)},true,${100 + (index % 5000)},${options}`;
  });
  const header =
    'Handle,Title,Body (HTML),Type,Published,Variant Price,Option1 Name,Option1 Value,Option2 Name,Option2 Value';
  return [header, ...rows.map((row) => row.replace(/ 24 cm\. /g, ' 24 cm. ').replace(/day, 24/g, 'day 24'))].join('\n');
}

/** Runs work and measures its time and the longest delay of a timer meanwhile. */
async function measure(work: () => Promise<unknown>): Promise<{ milliseconds: number; blocked: number }> {
  let blocked = 0;
  let last = performance.now();
  const tick = () => {
    blocked = Math.max(blocked, performance.now() - last);
    last = performance.now();
  };
  const timer = setInterval(tick, 1);
  const start = performance.now();
  await work();
  const milliseconds = performance.now() - start;
  tick();
  clearInterval(timer);
  return { milliseconds, blocked };
}

async function measureDatabase(database: string, databaseUrl: string | undefined, products: number): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'search-benchmark-'));
  const settings = readStoreApiSettings({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', MAIL_TRANSPORT: 'off' });
  const { db, close } = await openStoreDatabase({ dataDir, databaseUrl });
  const report = (operation: string, result: { milliseconds: number; blocked: number }) =>
    process.stdout.write(`${JSON.stringify({ database, products, operation, ...result })}\n`);
  const text = createExport(products);
  report('import', await measure(() => importCatalog(db, fromText(text))));
  const app = await buildApp({ settings, db, operatorSecret: 'benchmark' });
  await app.ready();
  const search = async (query: string) => {
    const response = await app.inject(`/api/v1/search?${query}`);
    if (response.statusCode !== 200) throw new Error(response.body);
    return response.json<{ data: { title: string }[] }>().data;
  };
  report('first search', await measure(() => search(queries['two words'])));
  for (const [operation, query] of Object.entries(queries)) {
    const isFound = (await search(query)).length > 0;
    if (isFound !== (operation !== 'ten unknown words'))
      throw new Error(`"${query}" finds ${isFound ? 'products' : 'nothing'}`);
    const results = [];
    for (let index = 0; index < Number(values.requests); index += 1) results.push(await measure(() => search(query)));
    report(
      operation,
      results.reduce((a, b) => (b.milliseconds < a.milliseconds ? b : a)),
    );
  }
  const lines = text.split('\n', 2);
  await importCatalog(db, fromText(lines.join('\n').replace('Copper', 'Zeppelin')));
  const findChange = async () => {
    for (;;) if ((await search('q=zeppelin')).length > 0) return;
  };
  report('search after a change', await measure(findChange));
  await app.close();
  await close();
  await rm(dataDir, { recursive: true });
}

const programs = findPostgresPrograms();
for (const products of values.products.split(',').map(Number)) {
  await measureDatabase('PGlite', undefined, products);
  if (programs) await measureDatabase('PostgreSQL', await createPostgresDatabase(programs), products);
}
