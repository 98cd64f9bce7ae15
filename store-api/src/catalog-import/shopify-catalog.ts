import { getCategorySlug } from '@shop/product-search/category-slug';
import type { StoredAttribute, StoredImage } from '../database/schema';
import { convertHtmlToText } from './html-to-text';
import { type CurrencyOptions, getRupeesPerUnit } from './import-currency';
import { type Classification, classify } from './shopify-classification';
import { type ImportProblem, parseCsv, parseShopifyRows, type ShopifyRow } from './shopify-rows';

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

/** A category name of the file, and the category of the shop that its products have. */
export interface CategoryMapping {
  from: string;
  to: string;
  products: number;
  /** No category of the shop fits the name. */
  isFallback: boolean;
}

export interface ShopifyCatalog {
  products: ImportedProduct[];
  /** Number of products in the export that are not published. */
  unpublished: number;
  /** Names that are no categories of the shop, in the order of the file. */
  categories: CategoryMapping[];
  problems: ImportProblem[];
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
 * @param options Currency of the prices. Default: rupees, unless the file names another one.
 * @throws {NotAShopifyExportError} When the text is not a Shopify product export.
 * @throws {ImportCurrencyError} When the prices cannot become rupees.
 */
export function parseShopifyCatalog(text: string, options: CurrencyOptions = {}): ShopifyCatalog {
  const csvRows = parseCsv(text);
  const { rows, problems } = parseShopifyRows(csvRows, getRupeesPerUnit(csvRows, options));
  const products: ImportedProduct[] = [];
  const categories = new Map<string, CategoryMapping>();
  let unpublished = 0;
  for (const [handle, group] of groupByHandle(rows)) {
    const problem = findGroupProblem(handle, group);
    if (problem) problems.push(problem);
    else if (group[0]?.isPublished) products.push(createProduct(handle, group, categories));
    else unpublished += 1;
  }
  const mappings = [...categories.values()];
  return {
    products,
    unpublished,
    categories: mappings,
    problems: problems.sort((a, b) => a.line - b.line),
  };
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

/** Counts a product for the report unless its name of the category is the shop's own. */
function countCategory(
  { type, googleCategory }: ShopifyRow,
  to: string,
  isFallback: boolean,
  counts: Map<string, CategoryMapping>,
) {
  const from = type || googleCategory;
  if (from === '' || getCategorySlug(from) === getCategorySlug(to)) return;
  const key = `${from}\n${to}`;
  const known = counts.get(key);
  if (known) known.products += 1;
  else counts.set(key, { from, to, products: 1, isFallback });
}

function createProduct(handle: string, group: ShopifyRow[], categories: Map<string, CategoryMapping>): ImportedProduct {
  const first = group[0] as ShopifyRow;
  const variants = group.flatMap(({ paise, comparePaise }) => (paise === undefined ? [] : { paise, comparePaise }));
  const cheapest = variants.reduce((best, variant) => (variant.paise < best.paise ? variant : best));
  const isReduced = cheapest.comparePaise !== undefined && cheapest.comparePaise > cheapest.paise;
  const featured = first.tags.some((tag) => tag.toLowerCase() === 'featured');
  const tags = first.tags.filter((tag) => tag.toLowerCase() !== 'featured');
  const { type, gender: googleGender, googleCategory } = first;
  const { classification, isFallback } = classify({ type, tags, googleGender, googleCategory });
  countCategory(first, classification.category, isFallback, categories);
  return {
    handle,
    title: first.title,
    description: convertHtmlToText(first.body),
    ...classification,
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
