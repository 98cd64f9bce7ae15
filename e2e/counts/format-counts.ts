import type { Counts } from './counts';

const formatNumber = (value: number) => value.toLocaleString('en-US');

/** @returns Lines of a table: what was tried, how often, how often it survived, and the other figures. Last the sum. */
export function formatCounts(counts: readonly Counts[]): string[] {
  const sum = {
    label: 'all',
    tried: counts.reduce((total, { tried }) => total + tried, 0),
    survived: counts.reduce((total, { survived }) => total + survived, 0),
  };
  const rows = [...counts, sum].map(({ label, tried, survived, figures = {} }: Counts) => [
    label,
    `${formatNumber(tried)} tried`,
    `${formatNumber(survived)} survived`,
    Object.entries(figures)
      .map(([name, value]) => `${formatNumber(value)} ${name}`)
      .join(', '),
  ]);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map(([label = '', tried = '', survived = '', figures = '']) =>
    `${label.padEnd(widths[0] ?? 0)}  ${tried.padStart(widths[1] ?? 0)}  ${survived.padStart(widths[2] ?? 0)}  ${figures}`.trimEnd(),
  );
}
