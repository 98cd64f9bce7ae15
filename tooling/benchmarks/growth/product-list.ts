import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { root } from '@shop/release-cli/build/workspace';
import type { GrowthResult, GrowthRow } from './growth-row';

/** A line that `store-api/benchmark/product-list.ts` prints. */
interface ProductListMetric {
  database: string;
  products: number;
  page: number;
  milliseconds: number;
}

/** Compares a far page of a large catalogue with the first page of a small one, on PGlite and, where installed, PostgreSQL. */
export async function measureProductList(few: number, many: number): Promise<GrowthResult> {
  const program = path.join(root, 'store-api/benchmark/product-list.ts');
  const args = ['--import', 'tsx', program, '--products', `${few},${many}`, '--pages', '1,1000'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, maxBuffer: 16 * 1024 ** 2 });
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
  const metrics = lines.map((line): ProductListMetric => JSON.parse(line));
  const rows = metrics
    .filter(({ products, page }) => products === many && page > 1)
    .map(({ database, page, milliseconds }): GrowthRow => {
      const first = metrics.find((metric) => metric.database === database && metric.products === few);
      return {
        text: `${database}: page 1 and page ${page} of the product list, ms`,
        small: { size: `${few} products`, cost: first?.milliseconds ?? Number.NaN },
        large: { size: `${many} products`, cost: milliseconds },
        limit: 2,
      };
    });
  return { rows };
}
