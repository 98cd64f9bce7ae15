import type { CsvRecord, ImportProblem } from './csv-records';

/** A row of an export with its cells read. Amounts in whole paise. */
export interface ShopifyRow {
  line: number;
  handle: string;
  title: string;
  body: string;
  type: string;
  tags: string[];
  gender: string;
  isPublished: boolean;
  optionNames: string[];
  optionValues: string[];
  paise: number | undefined;
  comparePaise: number | undefined;
  /** Why the price of a product's first row cannot be used; other rows with such a price are left out. */
  priceProblem: string | undefined;
  image: { url: string; alt: string; position: number } | undefined;
}

export const requiredColumns = ['Handle', 'Title', 'Variant Price'];

/** More than any product of a shop costs, and small enough for the database: a crore of rupees. */
const highestPaise = 1_000_000_000;

/** Reads the cells of each record. Rows without a handle, and later rows with a bad price, become problems. */
export function parseShopifyRows(header: string[], records: CsvRecord[]) {
  const columns = new Map(header.map((name, at) => [name, at]));
  const rows: ShopifyRow[] = [];
  const problems: ImportProblem[] = [];
  const seen = new Set<string>();
  for (const { line, fields } of records) {
    const row = readRow(line, (name) => fields[columns.get(name) ?? -1]?.trim() ?? '');
    if (!row.handle) problems.push({ line, reason: 'has no handle' });
    else if (row.priceProblem && seen.has(row.handle)) problems.push({ line, reason: row.priceProblem });
    else rows.push(row);
    seen.add(row.handle);
  }
  return { rows, problems };
}

function readRow(line: number, cell: (name: string) => string): ShopifyRow {
  const url = cell('Image Src');
  // A product without options has one option, Title, with one value, Default Title.
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
    isPublished: !/^(false|no|0)$/i.test(cell('Published')) && !/^(draft|archived)$/i.test(cell('Status')),
    optionNames,
    optionValues,
    ...readPrices(cell('Variant Price'), cell('Variant Compare At Price'), optionValues),
    image: /^https?:\/\/\S+$/i.test(url)
      ? { url, alt: cell('Image Alt Text'), position: Number(cell('Image Position')) || Number.MAX_SAFE_INTEGER }
      : undefined,
  };
}

function readPrices(price: string, compareAt: string, optionValues: string[]) {
  const paise = parsePaise(price);
  const comparePaise = parsePaise(compareAt);
  const isVariant = price !== '' || optionValues.some(Boolean);
  const badPrice = isVariant && paise === undefined ? `has the price "${price.slice(0, 40)}"` : undefined;
  const badCompareAt =
    compareAt !== '' && comparePaise === undefined ? `has the compare-at price "${compareAt.slice(0, 40)}"` : undefined;
  return { paise, comparePaise, priceProblem: badPrice ?? badCompareAt };
}

function parsePaise(text: string): number | undefined {
  const paise = /^\d+(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : Number.NaN;
  return paise <= highestPaise ? paise : undefined;
}

function parseList(text: string): string[] {
  const entries = text.split(',').map((entry) => entry.trim());
  return entries.filter(Boolean);
}
