import type { Readable } from 'node:stream';
import { hasErrorCode } from '@shop/file-lock/errno';
import { CsvError, parse } from 'csv-parse';

/** Opens the bytes of a file from their start. An import reads a file twice: it checks every row before it stores the first. */
export type CatalogSource = () => Readable;

/** A row of the file. */
export interface CsvRow {
  /** Number of its first line, from 1. A quoted cell may span several lines. */
  line: number;
  /** Cells by the name of their column, in lower case and with single spaces. */
  cells: Readonly<Record<string, string>>;
}

/** The file is not a Shopify product export. The message tells the operator what to do. */
export class NotAShopifyExportError extends Error {
  override name = 'NotAShopifyExportError';
}

/** Names of a column: those of Shopify's exports, and those of its present template. */
export const columnNames = {
  handle: ['handle', 'url handle'],
  title: ['title'],
  price: ['variant price', 'price'],
  compareAt: ['variant compare at price', 'compare-at price'],
  body: ['body (html)', 'description'],
  type: ['type'],
  tags: ['tags'],
  published: ['published', 'published on online store'],
  status: ['status'],
  gender: ['google shopping / gender'],
  category: ['product category', 'google shopping / google product category'],
  tracker: ['variant inventory tracker', 'inventory tracker'],
  quantity: ['variant inventory qty', 'inventory quantity'],
  policy: ['variant inventory policy', 'continue selling when out of stock'],
  image: ['image src', 'product image url'],
  variantImage: ['variant image', 'variant image url'],
  imagePosition: ['image position'],
  imageAlt: ['image alt text'],
} as const;
export type ColumnName = keyof typeof columnNames;

/** Whether a file has a column. */
export type HasColumn = (column: ColumnName | 'options') => boolean;

const required = { handle: 'Handle', title: 'Title', price: 'Variant Price' } as const;

/** Gives the cell of a column, trimmed. Empty when the file has no such column. The first name with a value counts. */
export function getCell({ cells }: CsvRow, column: ColumnName): string {
  for (const name of columnNames[column]) {
    const value = cells[name]?.trim();
    if (value) return value;
  }
  return '';
}

const normalizeName = (name: string) => name.trim().toLowerCase().replace(/\s+/g, ' ');

const advice = 'export the products from Shopify as CSV, and import that file.';

/** Reads the start of a file: its encoding, its delimiter, and the number of lines before the names of the columns. */
async function readFormat(source: CatalogSource) {
  let head = Buffer.alloc(0);
  for await (const chunk of source()) {
    head = Buffer.concat([head, chunk as Buffer]);
    if (head.length >= 65_536) break;
  }
  const encoding = (head[0] === 0xff && head[1] === 0xfe) || head[1] === 0 ? 'utf-16le' : 'utf-8';
  const text = new TextDecoder(encoding).decode(head);
  const separator = /^\ufeff?sep=(.)\r?\n?/i.exec(text);
  const names = text.slice(separator?.[0].length ?? 0).replace(/^\ufeff/, '');
  if (/^\s*</.test(names)) throw new NotAShopifyExportError(`The file is XML or HTML: ${advice}`);
  const [line = ''] = names.split(/\r\n|\n|\r/, 1);
  const candidates = separator?.[1] ? [separator[1]] : [',', ';', '\t'];
  const delimiter = candidates.reduce((best, next) =>
    line.split(next).length > line.split(best).length ? next : best,
  );
  return { encoding, delimiter, skippedLines: separator ? 1 : 0 };
}

/** Decodes the chunks of a file. A wrong byte is an error. */
async function* decode(source: CatalogSource, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const chunk of source()) yield decoder.decode(chunk as Buffer, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (!hasErrorCode(error, 'ERR_ENCODING_INVALID_ENCODED_DATA')) throw error;
    throw new NotAShopifyExportError('The file is not UTF-8 text: save it as "CSV UTF-8" and import it again.');
  }
}

/**
 * Reads the comma-separated values (RFC 4180) of an export, row by row. Semicolons, tabs, a `sep=` line, any letter case of the
 * names, UTF-8 and UTF-16 are read too.
 *
 * @throws {NotAShopifyExportError} When the file has other columns, broken quotes or a row of another width.
 */
export async function* readCatalogRows(source: CatalogSource): AsyncGenerator<CsvRow> {
  const { encoding, delimiter, skippedLines } = await readFormat(source);
  let columns: string[] | undefined;
  const parser = parse({
    bom: true,
    delimiter,
    from_line: 1 + skippedLines,
    record_delimiter: ['\r\n', '\n', '\r'],
    skip_empty_lines: true,
    info: true,
    columns: (names: string[]) => {
      columns = names.map(normalizeName);
      return columns;
    },
  });
  const feed = async () => {
    for await (const text of decode(source, encoding)) {
      if (text.includes('\0')) throw new NotAShopifyExportError(`The file is not a Shopify product export: ${advice}`);
      if (!parser.write(text)) await new Promise((resolve) => parser.once('drain', resolve));
    }
    parser.end();
  };
  const feeding = feed().catch((error: unknown) => void parser.destroy(error as Error));
  let line = 1 + skippedLines;
  let isChecked = false;
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: Record<string, string>;
      info: { lines: number };
    }>) {
      if (!isChecked) assertColumns(columns ?? []);
      isChecked = true;
      yield { line: line + 1, cells: record };
      line = info.lines;
    }
    await feeding;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    assertColumns(columns ?? []);
    throw new NotAShopifyExportError(
      `Line ${String(error.lines)} has broken quotes or another number of columns than the first line: correct it, or export the products again.`,
    );
  } finally {
    parser.destroy();
  }
  if (!isChecked) assertColumns(columns ?? []);
}

/** @throws {NotAShopifyExportError} When a required column is missing. */
function assertColumns(columns: readonly string[]): void {
  const has = (column: ColumnName) => columnNames[column].some((name) => columns.includes(name));
  const missing = (Object.keys(required) as (keyof typeof required)[]).filter((column) => !has(column));
  if (missing.length === 0) return;
  if (['sku', 'name', 'regular price', 'categories'].every((name) => columns.includes(name))) {
    throw new NotAShopifyExportError(`The file is a WooCommerce product export: ${advice}`);
  }
  if (missing.length === Object.keys(required).length || (missing.includes('handle') && missing.includes('title'))) {
    throw new NotAShopifyExportError(`The file is not a Shopify product export: ${advice}`);
  }
  throw new NotAShopifyExportError(
    `The file lacks the columns ${missing.map((name) => required[name]).join(', ')}: export the products again with all columns.`,
  );
}
