import { type GrowthResult, type GrowthRow, runMeasurement } from './growth-row';

/** A line that `store-api/benchmark/carts-and-orders.ts` prints. */
interface OrderMetric {
  database: string;
  operation: string;
  size: number;
  milliseconds: number;
}

/** Text, unit of the size and limit of each operation. */
const operations: Record<string, { text: string; unit: string; limit: number }> = {
  ids: { text: 'products by ids, ms for each', unit: 'ids', limit: 1.5 },
  'first page': { text: 'first page of the orders, ms', unit: 'orders of the account', limit: 2 },
  'last page': { text: 'last page of the orders, ms', unit: 'orders of the account', limit: 2 },
  'order of an account': { text: 'POST /orders, ms', unit: 'orders of the account', limit: 2 },
  'order of the shop': { text: 'POST /orders, ms', unit: 'orders of the shop', limit: 2 },
};

/** Compares calls of carts and accounts at two numbers of orders, on PGlite and, where installed, PostgreSQL. */
export async function measureCartsAndOrders(accountOrders: number, shopOrders: number): Promise<GrowthResult> {
  const sizes = ['--account-orders', `10,${accountOrders}`, '--shop-orders', `1000,${shopOrders}`];
  const metrics = await runMeasurement<OrderMetric>('store-api/benchmark/carts-and-orders.ts', sizes);
  const rows = metrics.flatMap((large): GrowthRow[] => {
    const small = metrics.find(
      ({ database, operation }) => database === large.database && operation === large.operation,
    );
    const operation = operations[large.operation];
    if (!small || !operation || small === large) return [];
    const toCost = ({ size, milliseconds }: OrderMetric) => ({ size: `${size} ${operation.unit}`, cost: milliseconds });
    const text = `${large.database}: ${operation.text}`;
    return [{ text, small: toCost(small), large: toCost(large), limit: operation.limit }];
  });
  return { rows };
}
