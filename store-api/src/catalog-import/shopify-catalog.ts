import type { StoredAttribute, StoredImage } from '../database/schema';
import { type ImportProblem, parseCsvRecords } from './csv-records';
import { convertHtmlToText } from './html-to-text';
import { type Classification, classify } from './shopify-classification';
import { parseShopifyRows, requiredColumns, type ShopifyRow } from './shopify-rows';

/** A product as an export describes it, in the shop's terms. */
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
  /** Products the export holds but does not publish. */
  unpublished: number;
  problems: ImportProblem[];
}

/** The file cannot be imported at all; the message is one message. */
export class NotAShopifyExportError extends Error {}

/** Attribute keys by option names, in lower case. */
const attributeKeys = new Map([
  ['size', 'size'],
  ['color', 'color'],
  ['colour', 'color'],
]);

/**
 * Reads a Shopify product export. Rows of one handle are one product; the first brings its title. A bad row is left
 * out and reported with its line; when it is the first of a product, the product cannot stand and is left out whole.
 *
 * - price: the cheapest variant's; a compare-at price above it becomes the regular price, and the price a discount.
 *   Amounts are taken as rupees.
 * - options named size, color or colour become attributes, their values in order and once each.
 * - description: the body's text. Images: in the order of their positions. A tag `featured` features the product.
 * - category, sub-category and gender: see `classify`.
 *
 * @throws NotAShopifyExportError for text that is no such export.
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

  const { rows, problems: badRows } = parseShopifyRows(header, records.slice(1));
  const products: ImportedProduct[] = [];
  let unpublished = 0;
  for (const [handle, group] of groupedByHandle(rows)) {
    const refusal = groupProblem(handle, group);
    if (refusal) badRows.push(refusal);
    else if (group[0]?.isPublished) products.push(createProduct(handle, group));
    else unpublished += 1;
  }
  return { products, unpublished, problems: [...problems, ...badRows].sort((one, other) => one.line - other.line) };
}

function groupedByHandle(rows: ShopifyRow[]): Map<string, ShopifyRow[]> {
  const groups = new Map<string, ShopifyRow[]>();
  for (const row of rows) groups.set(row.handle, [...(groups.get(row.handle) ?? []), row]);
  return groups;
}

/** Why a product's rows do not make a product. */
function groupProblem(handle: string, group: ShopifyRow[]): ImportProblem | undefined {
  const [first] = group;
  if (!first) return undefined;
  if (!first.title) return { line: first.line, reason: `has no title for ${handle}, so the product is left out` };
  const badPrice = first.priceProblem ?? (group.some(({ paise }) => paise !== undefined) ? undefined : 'has no price');
  if (badPrice) return { line: first.line, reason: `${badPrice}, so ${handle} is left out` };
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
    attributes: [...optionAttributes(group), ...(featured ? [{ key: 'featured', value: ['true'] }] : [])],
    images: createImages(first.title, group),
  };
}

/** Option names stand on the first row, values on every row. */
function optionAttributes(group: ShopifyRow[]): StoredAttribute[] {
  const names = group[0]?.optionNames ?? [];
  return names.flatMap((name, at) => {
    const key = attributeKeys.get(name.toLowerCase());
    const value = [...new Set(group.map(({ optionValues }) => optionValues[at] ?? '').filter(Boolean))];
    return key !== undefined && value.length > 0 ? [{ key, value }] : [];
  });
}

function createImages(title: string, group: ShopifyRow[]): StoredImage[] {
  const images = group.flatMap(({ image }) => image ?? []);
  images.sort((one, other) => one.position - other.position);
  const byUrl = new Map(images.map(({ url, alt }) => [url, { url, alt: alt || title }]));
  return [...byUrl.values()];
}
