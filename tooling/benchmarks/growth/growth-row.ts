import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from '@shop/release-cli/build/workspace';
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
  /** Limits that are not quotients, for example the memory of an import. */
  targets?: readonly Target[];
}

/**
 * Runs a program that measures.
 *
 * @param program Its path from the root of the repository.
 * @param args    Its arguments.
 * @returns The objects that it prints, one in each line.
 */
export async function runMeasurement<Metric>(program: string, args: string[]): Promise<[Metric, ...Metric[]]> {
  const command = ['--expose-gc', '--import', 'tsx', program, ...args];
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: root, maxBuffer: 16 * 1024 ** 2 });
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
  const [first, ...others] = lines.map((line): Metric => JSON.parse(line));
  if (!first) throw new Error(`${program} has printed no measurement.`);
  return [first, ...others];
}

const getRatio = ({ small, large }: GrowthRow): number => large.cost / small.cost;

/** A missing cost (NaN) exceeds its limit. */
const exceedsLimit = (row: GrowthRow): boolean => !(getRatio(row) <= row.limit);

/** One quotient above its limit fails the benchmark, also on a slow machine. */
export const createGrowthTarget = (rows: readonly GrowthRow[]): Target => ({
  text: 'operations with a ratio above their limit',
  value: rows.filter(exceedsLimit).length,
  limit: 0,
});

/** Formats a ratio, in bold above its limit. */
function formatRatio(row: GrowthRow): string {
  const ratio = formatNumber(getRatio(row));
  return exceedsLimit(row) ? `**${ratio}**` : ratio;
}

/** Formats the rows as one table: sizes, costs, quotient and limit. */
export const formatGrowthTable = (rows: readonly GrowthRow[]): string =>
  formatTable(
    ['Operation', 'Size', 'Cost', 'Larger size', 'Cost', 'Ratio', 'Limit'],
    rows.map((row) => [
      row.text,
      ...[row.small, row.large].flatMap(({ size, cost }) => [size, formatNumber(cost)]),
      formatRatio(row),
      `≤${formatNumber(row.limit)}`,
    ]),
  );
