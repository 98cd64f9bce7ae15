import { CsvError, parse } from 'csv-parse/sync';

/** A row of the file. */
export interface CsvRow {
  /** Number of its first line, from 1. A quoted cell may span several lines. */
  line: number;
  /** Cells by the name of their column. */
  cells: Readonly<Record<string, string>>;
}

/** A line that is skipped. `reason` continues the text `line 12 …`. */
export interface ImportProblem {
  line: number;
  reason: string;
}

/** The file is not a Shopify product export. The message tells the operator what to do. */
export class NotAShopifyExportError extends Error {
  override name = 'NotAShopifyExportError';
}

const requiredColumns = ['Handle', 'Title', 'Variant Price'];

/**
 * Parses the comma-separated values (RFC 4180) of an export.
 *
 * @throws {NotAShopifyExportError} When the text has other columns, broken quotes or a row of another width.
 */
export function parseCsv(text: string): CsvRow[] {
  let columns: string[] = [];
  try {
    const records = parse(text, {
      bom: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      skip_empty_lines: true,
      info: true,
      columns: (names: string[]) => {
        columns = names.map((name) => name.trim());
        return columns;
      },
    }) as unknown as { record: Record<string, string>; info: { lines: number } }[];
    assertColumns(text, columns);
    return records.map(({ record: cells }, index) => ({ line: (records[index - 1]?.info.lines ?? 1) + 1, cells }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    assertColumns(text, columns);
    throw new NotAShopifyExportError(
      `Line ${String(error.lines)} has broken quotes or another number of columns than the first line: correct it, or export the products again.`,
    );
  }
}

function assertColumns(text: string, columns: readonly string[]): void {
  const missing = requiredColumns.filter((name) => !columns.includes(name));
  if (missing.length === requiredColumns.length || text.includes('\0')) {
    throw new NotAShopifyExportError(
      'The file is not a Shopify product export: export the products from Shopify as CSV, with commas, and import that file.',
    );
  }
  if (missing.length > 0) {
    throw new NotAShopifyExportError(
      `The file lacks the columns ${missing.join(', ')}: export the products again with all columns.`,
    );
  }
}

/** A parsed row of an export. Amounts are whole paise. */
export interface ShopifyRow {
  line: number;
  handle: string;
  title: string;
  body: string;
  type: string;
  tags: string[];
  gender: string;
  googleCategory: string;
  isPublished: boolean;
  optionNames: string[];
  optionValues: string[];
  paise: number | undefined;
  comparePaise: number | undefined;
  /** Reason why the price is invalid. It matters for a product's first row only; other such rows are skipped. */
  priceProblem: string | undefined;
  image: { url: string; alt: string; position: number } | undefined;
}

/** One crore of rupees: more than any product costs, and within the range of the database column. */
const maxPaise = 1_000_000_000;

/**
 * Reads the rows of an export. Rows without a handle, and later rows with an invalid price, become problems.
 *
 * @param rate Rupees for one unit of the prices.
 */
export function parseShopifyRows(csvRows: readonly CsvRow[], rate: number) {
  const rows: ShopifyRow[] = [];
  const problems: ImportProblem[] = [];
  const handles = new Set<string>();
  for (const { line, cells } of csvRows) {
    const row = parseRow(line, (name) => cells[name]?.trim() ?? '', rate);
    if (!row.handle) problems.push({ line, reason: 'has no handle' });
    else if (row.priceProblem && handles.has(row.handle)) problems.push({ line, reason: row.priceProblem });
    else rows.push(row);
    handles.add(row.handle);
  }
  return { rows, problems };
}

function parseRow(line: number, cell: (name: string) => string, rate: number): ShopifyRow {
  const url = cell('Image Src');
  // Shopify gives a product without options one option, Title, with the value Default Title.
  const optionNames = [1, 2, 3].map((number) => cell(`Option${number} Name`));
  const optionValues = [1, 2, 3].map((number) => cell(`Option${number} Value`));
  return {
    line,
    handle: cell('Handle'),
    title: cell('Title'),
    body: cell('Body (HTML)'),
    type: cell('Type'),
    tags: parseList(cell('Tags')),
    gender: cell('Google Shopping / Gender'),
    googleCategory: cell('Product Category') || cell('Google Shopping / Google Product Category'),
    isPublished: !/^(false|no|0)$/i.test(cell('Published')) && !/^(draft|archived)$/i.test(cell('Status')),
    optionNames,
    optionValues,
    ...parsePrices(cell('Variant Price'), cell('Variant Compare At Price'), optionValues, rate),
    image: /^https?:\/\/\S+$/i.test(url)
      ? { url, alt: cell('Image Alt Text'), position: Number(cell('Image Position')) || Number.MAX_SAFE_INTEGER }
      : undefined,
  };
}

function parsePrices(price: string, compareAt: string, optionValues: string[], rate: number) {
  const paise = parsePaise(price, rate);
  const comparePaise = parsePaise(compareAt, rate);
  const isVariant = price !== '' || optionValues.some(Boolean);
  const badPrice = isVariant && paise === undefined ? `has the price "${price.slice(0, 40)}"` : undefined;
  const badCompareAt =
    compareAt !== '' && comparePaise === undefined ? `has the compare-at price "${compareAt.slice(0, 40)}"` : undefined;
  return { paise, comparePaise, priceProblem: badPrice ?? badCompareAt };
}

function parsePaise(text: string, rate: number): number | undefined {
  const paise = /^\d+(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100 * rate) : Number.NaN;
  return paise <= maxPaise ? paise : undefined;
}

function parseList(text: string): string[] {
  const entries = text.split(',').map((entry) => entry.trim());
  return entries.filter(Boolean);
}
