import { decodeHTML } from 'entities';
import { type CsvRow, columnNames, getCell } from './catalog-file';
import { findImageUrlProblem } from './image-url';

/** A line that is skipped. `reason` continues the text `line 12 …`. */
export interface ImportProblem {
  line: number;
  reason: string;
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
  /** Paths of the categories of Shopify and Google, in this order. Empty for an uncategorized product. */
  googleCategories: string[];
  isPublished: boolean;
  optionNames: string[];
  optionValues: string[];
  paise: number | undefined;
  comparePaise: number | undefined;
  /** The row has no stock, and the shop must not sell without stock. */
  isSoldOut: boolean;
  /** Reason why the price or the compare-at price is invalid. */
  priceProblem: string | undefined;
  image: { url: string; alt: string; position: number } | undefined;
  /** URL of the image that shows the variant. Empty without one. */
  variantImage: string;
  /** What the shop leaves out of the row, as reasons of `ImportProblem`. */
  notices: string[];
}

/** One crore of rupees: more than any product costs, and within the range of the database column. */
const maxPaise = 1_000_000_000;

/** Names and values are plain text in the shop. Some exports write `&amp;`. */
const decodeText = (text: string) => (text.includes('&') ? decodeHTML(text).replace(/\0/g, '').trim() : text);

/** @param rate Rupees for one unit of the prices. */
export function parseShopifyRow(row: CsvRow, rate: number): ShopifyRow {
  const readText = (column: Parameters<typeof getCell>[1]) => decodeText(getCell(row, column));
  const option = (part: string) =>
    [1, 2, 3].map((number) => decodeText(row.cells[`option${number} ${part}`]?.trim() ?? ''));
  const [url, variantImage] = [getCell(row, 'image'), getCell(row, 'variantImage')];
  const isImageUrl = (text: string) => text !== '' && findImageUrlProblem(text) === null;
  const left = [url, variantImage].find((text) => text !== '' && !isImageUrl(text));
  const status = getCell(row, 'status');
  // Shopify gives a product without options one option, Title, with the value Default Title.
  const [optionNames, optionValues] = [option('name'), option('value')];
  return {
    line: row.line,
    handle: getCell(row, 'handle'),
    title: readText('title'),
    body: getCell(row, 'body'),
    type: readText('type'),
    tags: parseList(readText('tags')),
    gender: readText('gender'),
    googleCategories: readCategories(row),
    isPublished: !/^(false|no|0)$/i.test(getCell(row, 'published')) && /^(active)?$/i.test(status),
    optionNames,
    optionValues,
    ...parsePrices(getCell(row, 'price'), getCell(row, 'compareAt'), optionValues, rate),
    isSoldOut: isSoldOut(row),
    image: isImageUrl(url)
      ? { url, alt: readText('imageAlt'), position: Number(getCell(row, 'imagePosition')) || Number.MAX_SAFE_INTEGER }
      : undefined,
    variantImage: isImageUrl(variantImage) ? variantImage : '',
    notices: [
      ...(left === undefined
        ? []
        : [`has an image that ${findImageUrlProblem(left)}: the shop shows the product without it`]),
      ...(/^(active|draft|archived|unlisted)?$/i.test(status)
        ? []
        : [`has the unknown status "${status.slice(0, 40)}": the product is not for sale`]),
    ],
  };
}

/** Both columns may have a category. Shopify writes `Uncategorized` where it has none. */
const readCategories = ({ cells }: CsvRow): string[] =>
  columnNames.category
    .map((name) => decodeText(cells[name]?.trim() ?? ''))
    .filter((path) => path !== '' && path.toLowerCase() !== 'uncategorized');

/** A shop that does not track a variant always sells it. The present template writes the policy as true or false. */
function isSoldOut(row: CsvRow): boolean {
  const quantity = getCell(row, 'quantity');
  const hasTracker = ['variant inventory tracker', 'inventory tracker'].some((name) => name in row.cells);
  if (quantity === '' || !(Number(quantity) <= 0) || (hasTracker && getCell(row, 'tracker') === '')) return false;
  return /^(deny|false|no|0)$/i.test(getCell(row, 'policy'));
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

/** Reads `1299`, `1299.00`, `1,299.00` and `1,29,900`. `12,99` has two readings and is refused. */
function parsePaise(text: string, rate: number): number | undefined {
  const isAmount = /^\d+(\.\d{1,2})?$/.test(text) || /^\d{1,3}(,\d{2,3})*,\d{3}(\.\d{1,2})?$/.test(text);
  const paise = isAmount ? Math.round(Number(text.replaceAll(',', '')) * 100 * rate) : Number.NaN;
  return paise <= maxPaise ? paise : undefined;
}

function parseList(text: string): string[] {
  const entries = text.split(',').map((entry) => entry.trim());
  return entries.filter(Boolean);
}
