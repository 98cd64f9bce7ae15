import type { CsvRecord, ImportProblem } from './csv-records';

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

export const requiredColumns = ['Handle', 'Title', 'Variant Price'];

/** One crore of rupees: more than any product costs, and within the range of the database column. */
const maxPaise = 1_000_000_000;

/**
 * Parses the records of an export. Rows without a handle, and later rows with an invalid price, become problems.
 *
 * @param rate Rupees for one unit of the prices.
 */
export function parseShopifyRows(header: string[], records: CsvRecord[], rate: number) {
  const columns = new Map(header.map((name, index) => [name, index]));
  const rows: ShopifyRow[] = [];
  const problems: ImportProblem[] = [];
  const handles = new Set<string>();
  for (const { line, fields } of records) {
    const row = parseRow(line, (name) => fields[columns.get(name) ?? -1]?.trim() ?? '', rate);
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
