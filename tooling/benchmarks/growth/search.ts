import { type GrowthResult, type GrowthRow, runMeasurement } from './growth-row';

/** A line that `store-api/benchmark/product-search.ts` prints. */
interface SearchMetric {
  database: string;
  products: number;
  operation: string;
  milliseconds: number;
  /** Longest time without a turn of the event loop. */
  blocked: number;
}

/** Largest quotient by operation. Others read words and rows by an index. */
const limits: Readonly<Record<string, number>> = {
  'two words': 20,
  'filters and facets': 20,
  'no word': 20,
};
/** Milliseconds after a change in which the search finds it. */
const maxChangeMs = 5000;

/** Compares searches in a large and in a small catalogue, on PGlite and, where installed, PostgreSQL. */
export async function measureSearch(few: number, many: number): Promise<GrowthResult> {
  const args = ['--products', `${few},${many}`];
  const metrics = await runMeasurement<SearchMetric>('store-api/benchmark/product-search.ts', args);
  const large = metrics.filter(({ products, operation }) => products === many && operation !== 'import');
  const rows = large.map(({ database, operation, milliseconds }): GrowthRow => {
    const small = metrics.find((metric) => {
      return metric.products === few && metric.database === database && metric.operation === operation;
    });
    return {
      text: `${database}: search, ${operation}, ms`,
      small: { size: `${few} products`, cost: small?.milliseconds ?? Number.NaN },
      large: { size: `${many} products`, cost: milliseconds },
      limit: limits[operation] ?? 3,
    };
  });
  const targets = large.flatMap(({ database, operation, milliseconds, blocked }) => [
    { text: `${database}: search, ${operation}: the event loop is blocked, ms`, value: blocked, limit: 500 },
    ...(operation === 'search after a change'
      ? [{ text: `${database}: a change is found, ms`, value: milliseconds, limit: maxChangeMs }]
      : []),
  ]);
  return { rows, targets };
}
