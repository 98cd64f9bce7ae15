/**
 * Formats a Markdown table. The first column is aligned left, the others right.
 *
 * @param rows Cells as text. A row that is shorter than the header is filled with empty cells.
 */
export function formatTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [header, ...rows].map((row) => header.map((_, index) => (row[index] ?? '').replaceAll('|', '\\|')));
  const widths = header.map((_, index) => Math.max(3, ...cells.map((row) => row[index]?.length ?? 0)));
  const pad = (text: string, index: number) =>
    index === 0 ? text.padEnd(widths[index] ?? 0) : text.padStart(widths[index] ?? 0);
  const formatRow = (row: readonly string[]) => `| ${row.map(pad).join(' | ')} |`;
  const rule = widths.map((width, index) => (index === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  const [first = [], ...rest] = cells;
  return [formatRow(first), `| ${rule.join(' | ')} |`, ...rest.map(formatRow)].join('\n');
}
