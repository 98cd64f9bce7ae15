import { type GrowthResult, type GrowthRow, runMeasurement } from './growth-row';

/** A line that `store-api/benchmark/product-list.ts` prints. */
interface ProductListMetric {
  database: string;
  products: number;
  page: number;
  milliseconds: number;
}

/** Compares a far page of a large catalogue with the first page of a small one, on PGlite and, where installed, PostgreSQL. */
export async function measureProductList(few: number, many: number): Promise<GrowthResult> {
  const args = ['--products', `${few},${many}`, '--pages', '1,1000'];
  const metrics = await runMeasurement<ProductListMetric>('store-api/benchmark/product-list.ts', args);
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
