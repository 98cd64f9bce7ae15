import { formatNumber, formatTable, type Target } from '../report';

/** What one operation costs at a size of the shop. */
export interface Cost {
  /** The size with its unit: `100,000 products`. */
  size: string;
  cost: number;
}

/** Compares the cost of one operation at two sizes of the shop. */
export interface GrowthRow {
  /** The operation and the unit of its cost: `PGlite: search for two words, ms`. */
  text: string;
  small: Cost;
  large: Cost;
  /** Largest quotient of both costs that the benchmark accepts. */
  limit: number;
}

/** What one topic of the growth benchmark measured. */
export interface GrowthResult {
  rows: readonly GrowthRow[];
  /** Limits that are no quotient, for example the memory of an import. */
  targets?: readonly Target[];
}

const getRatio = ({ small, large }: GrowthRow): number => large.cost / small.cost;

/** Turns the rows into targets. A quotient above its limit fails the benchmark, also on a slow machine. */
export const createGrowthTargets = (rows: readonly GrowthRow[]): Target[] =>
  rows.map((row) => ({
    text: `${row.text}: ${row.large.size} by ${row.small.size}`,
    value: getRatio(row),
    limit: row.limit,
  }));

/** Formats the rows as one table: sizes, costs, quotient and limit. */
export const formatGrowthTable = (rows: readonly GrowthRow[]): string =>
  formatTable(
    ['Operation', 'Size', 'Cost', 'Larger size', 'Cost', 'Ratio', 'Limit'],
    rows.map((row) => [
      row.text,
      ...[row.small, row.large].flatMap(({ size, cost }) => [size, formatNumber(cost)]),
      formatNumber(getRatio(row)),
      `≤${formatNumber(row.limit)}`,
    ]),
  );
