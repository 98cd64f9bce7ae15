import { findPostgresPrograms } from '@shop/database/testing/postgres-cluster';
import { formatNumber } from '../report';
import { type GrowthResult, type GrowthRow, runMeasurement } from './growth-row';
import type { ImportCost } from './import-process';

type Database = 'PGlite' | 'PostgreSQL';

/** Megabytes of memory that an import of any size may take. PGlite is a part of the process: its memory before the import does not count. */
const maxImportMb = 400;
/** Milliseconds that other calls wait for an import, and after which a change is on all pages. */
const maxBlockMs = 250;
const maxVisibleMs = 5000;

async function measure(database: Database, products: number): Promise<ImportCost> {
  const args = ['--products', String(products), ...(database === 'PostgreSQL' ? ['--postgres'] : [])];
  const [cost] = await runMeasurement<ImportCost>('tooling/benchmarks/growth/import-process.ts', args);
  const { ms, blockMs, memoryBefore, peakMemory } = cost.import;
  const memory = [memoryBefore, peakMemory].map((bytes) => formatNumber(bytes / 1024 ** 2)).join(' to ');
  console.log(
    `  ${database}: ${products} products imported in ${formatNumber(ms / 1000)} s, block ${formatNumber(blockMs)} ms, memory ${memory} MB`,
  );
  return cost;
}

/**
 * Compares the import of one changed product into shops of several sizes, the count of a sub-category and the values to filter a
 * category by. Measures time, blocks and memory of the import of the whole file. On PGlite and, where installed, PostgreSQL.
 *
 * @param sizes Numbers of products, ascending. The first is the one that the others are compared with.
 */
export async function measureImport(sizes: readonly number[]): Promise<GrowthResult> {
  const databases: Database[] = findPostgresPrograms() ? ['PGlite', 'PostgreSQL'] : ['PGlite'];
  const rows: GrowthRow[] = [];
  const targets: NonNullable<GrowthResult['targets']>[number][] = [];
  for (const database of databases) {
    const costs: { products: number; cost: ImportCost }[] = [];
    for (const products of sizes) costs.push({ products, cost: await measure(database, products) });
    const compare = (text: string, limit: number, get: (cost: ImportCost) => number, few: number, many: number) => {
      const [small, large] = [costs.at(few), costs.at(many)];
      if (!small || !large || small === large) return;
      const toCost = ({ products, cost }: typeof small) => ({ size: `${products} products`, cost: get(cost) });
      rows.push({ text: `${database}: ${text}`, small: toCost(small), large: toCost(large), limit });
    };
    for (let many = 1; many < costs.length; many++) {
      compare('import of one changed product, ms', 3, ({ change }) => change.ms, 0, many);
      compare('longest block of this import, ms', 3, ({ change }) => change.blockMs, 0, many);
    }
    // The products of a sub-category and of the whole shop grow alike between the last two sizes.
    const growth = (sizes.at(-1) ?? 1) / (sizes.at(-2) ?? 1);
    compare('page of a sub-category with its count, ms', growth, ({ countMs }) => countMs, -2, -1);
    compare('values to filter a category by, ms', 1.5 * growth, ({ valuesMs }) => valuesMs, -2, -1);
    for (const { products, cost } of costs) {
      const isInProcess = database === 'PGlite';
      const memory = cost.import.peakMemory - (isInProcess ? cost.import.memoryBefore : 0);
      const text = `${database}: import of ${products} products`;
      targets.push(
        { text: `${text}: longest block of the API, ms`, value: cost.import.blockMs, limit: maxBlockMs },
        {
          text: `${text}: ${isInProcess ? 'additional memory' : 'memory of the API'}, MB`,
          value: memory / 1024 ** 2,
          limit: maxImportMb,
        },
        {
          text: `${database}: a change is on its page, in lists and in search at ${products} products, ms`,
          value: cost.change.visibleMs,
          limit: maxVisibleMs,
        },
      );
    }
  }
  return { rows, targets };
}
