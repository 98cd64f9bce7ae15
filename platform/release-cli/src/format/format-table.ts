const formatRow = (cells: readonly string[], widths: readonly number[]) =>
  cells
    .map((cell, index) => cell.padEnd(widths[index] ?? 0))
    .join('  ')
    .trimEnd();

/** Formats rows as indented lines. Each column is as wide as its widest cell. */
export function formatTable(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  return rows.map((cells) => `  ${formatRow(cells, widths)}`);
}
