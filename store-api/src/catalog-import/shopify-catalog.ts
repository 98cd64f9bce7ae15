import type { StoredAttribute, StoredImage } from '../database/schema';
import { type ImportProblem, parseCsvRecords } from './csv-records';
import { convertHtmlToText } from './html-to-text';
import { type Classification, classify } from './shopify-classification';
import { parseShopifyRows, requiredColumns, type ShopifyRow } from './shopify-rows';

/** A product of an export, in the shop's terms. */
export interface ImportedProduct extends Classification {
  handle: string;
  title: string;
  description: string;
  regularPaise: number;
  discountedPaise: number | null;
  featured: boolean;
  attributes: StoredAttribute[];
  images: StoredImage[];
}

export interface ShopifyCatalog {
  products: ImportedProduct[];
  /** Number of products in the export that are not published. */
  unpublished: number;
  problems: ImportProblem[];
}

/** The file is not a Shopify product export. The message tells the operator what to do. */
export class NotAShopifyExportError extends Error {
  override name = 'NotAShopifyExportError';
}

/** Attribute keys by lower-case option names. */
const attributeKeys = new Map([
  ['size', 'size'],
  ['color', 'color'],
  ['colour', 'color'],
]);

/**
 * Parses a Shopify product export. Rows with one handle are one product; the first row contains its title. An invalid row
 * is skipped and reported with its line. When the first row of a product is invalid, the whole product is skipped.
 *
 * - price: the price of the cheapest variant, in rupees. A higher compare-at price becomes the regular price, and the price
 *   becomes the discounted price.
 * - options named size, color or colour become attributes with unique values in order.
 * - description: the text of the body. Images are sorted by position. A tag `featured` marks a featured product.
 * - category, sub-category and gender: see `classify`.
 *
 * @throws {NotAShopifyExportError} When the text is not a Shopify product export.
 */
export function parseShopifyCatalog(text: string): ShopifyCatalog {
  const { records, problems } = parseCsvRecords(text);
  const header = records[0]?.fields.map((name) => name.trim()) ?? [];
  const missing = requiredColumns.filter((name) => !header.includes(name));
  if (missing.length === requiredColumns.length || text.includes('\0')) {
    throw new NotAShopifyExportError(
      'The file is not a Shopify product export: export the products from Shopify as CSV, with commas, and import that file.',
    );
  }
  if (missing.length > 0)
    throw new NotAShopifyExportError(
      `The file lacks the columns ${missing.join(', ')}: export the products again with all columns.`,
    );

  const { rows, problems: rowProblems } = parseShopifyRows(header, records.slice(1));
  const products: ImportedProduct[] = [];
  let unpublished = 0;
  for (const [handle, group] of groupByHandle(rows)) {
    const problem = findGroupProblem(handle, group);
    if (problem) rowProblems.push(problem);
    else if (group[0]?.isPublished) products.push(createProduct(handle, group));
    else unpublished += 1;
  }
  return { products, unpublished, problems: [...problems, ...rowProblems].sort((a, b) => a.line - b.line) };
}

function groupByHandle(rows: ShopifyRow[]): Map<string, ShopifyRow[]> {
  const groups = new Map<string, ShopifyRow[]>();
  for (const row of rows) {
    const group = groups.get(row.handle);
    if (group) group.push(row);
    else groups.set(row.handle, [row]);
  }
  return groups;
}

/** Finds the reason why the rows of a handle are not a valid product. */
function findGroupProblem(handle: string, group: ShopifyRow[]): ImportProblem | undefined {
  const [first] = group;
  if (!first) return undefined;
  if (!first.title) return { line: first.line, reason: `has no title for ${handle}, so the product is skipped` };
  const priceProblem =
    first.priceProblem ?? (group.some(({ paise }) => paise !== undefined) ? undefined : 'has no price');
  if (priceProblem) return { line: first.line, reason: `${priceProblem}, so ${handle} is skipped` };
  return undefined;
}

function createProduct(handle: string, group: ShopifyRow[]): ImportedProduct {
  const first = group[0] as ShopifyRow;
  const variants = group.flatMap(({ paise, comparePaise }) => (paise === undefined ? [] : { paise, comparePaise }));
  const cheapest = variants.reduce((best, variant) => (variant.paise < best.paise ? variant : best));
  const isReduced = cheapest.comparePaise !== undefined && cheapest.comparePaise > cheapest.paise;
  const featured = first.tags.some((tag) => tag.toLowerCase() === 'featured');
  const tags = first.tags.filter((tag) => tag.toLowerCase() !== 'featured');
  return {
    handle,
    title: first.title,
    description: convertHtmlToText(first.body),
    ...classify(first.type, tags, first.gender),
    regularPaise: isReduced ? (cheapest.comparePaise ?? cheapest.paise) : cheapest.paise,
    discountedPaise: isReduced ? cheapest.paise : null,
    featured,
    attributes: [...createAttributes(group), ...(featured ? [{ key: 'featured', value: ['true'] }] : [])],
    images: createImages(first.title, group),
  };
}

/** Creates the attributes of a product. Its first row contains the option names, and every row contains option values. */
function createAttributes(group: ShopifyRow[]): StoredAttribute[] {
  const names = group[0]?.optionNames ?? [];
  return names.flatMap((name, index) => {
    const key = attributeKeys.get(name.toLowerCase());
    const value = [...new Set(group.map(({ optionValues }) => optionValues[index] ?? '').filter(Boolean))];
    return key !== undefined && value.length > 0 ? [{ key, value }] : [];
  });
}

function createImages(title: string, group: ShopifyRow[]): StoredImage[] {
  const images = group.flatMap(({ image }) => image ?? []);
  images.sort((a, b) => a.position - b.position);
  const byUrl = new Map(images.map(({ url, alt }) => [url, { url, alt: alt || title }]));
  return [...byUrl.values()];
}
