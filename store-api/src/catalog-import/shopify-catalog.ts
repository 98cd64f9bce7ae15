import { colorKeys, sizeKeys } from '@shop/api-contract/decoders/product';
import { normalizeText } from '@shop/api-contract/typed-text';
import { createSlug, getCategorySlug } from '@shop/product-search/category-slug';
import type { StoredAttribute, StoredColorImage, StoredImage } from '../database/schema';
import { convertHtmlToText } from './html-to-text';
import { type Classification, classify, isFilterValue } from './shopify-classification';
import type { ImportProblem, ShopifyRow } from './shopify-rows';

/** A product of an export, in the shop's terms. */
export interface ImportedProduct extends Classification {
  /** A proposal: a product that the shop sells already has its own (`assignHandles`). */
  handle: string;
  /** Handle in the file, for a product that is one of several prices. */
  groupHandle: string | null;
  /** Option values of its variants: `M / Red`. */
  choices: string[];
  title: string;
  description: string;
  regularPaise: number;
  discountedPaise: number | null;
  featured: boolean;
  attributes: StoredAttribute[];
  images: StoredImage[];
  colorImages: StoredColorImage[];
  /** Nothing in the file named the category. */
  isFallback: boolean;
}

/** What the rows of one handle mean for the shop. */
export type CatalogEntry =
  /** One product for each price. `choices`: of all variants, also those that are sold out. `notes`: what the shop does not store. */
  | {
      kind: 'products';
      handle: string;
      line: number;
      products: ImportedProduct[];
      choices: string[];
      notes: EntryNote[];
    }
  /** The shop must not sell the product now. */
  | { kind: 'withdrawn'; handle: string; line: number; cause: WithdrawalCause }
  | { kind: 'problem'; handle: string; problem: ImportProblem };

export type WithdrawalCause = 'unpublished' | 'no-offer' | 'sold-out';

/** `split`: the variants have several prices. `option`: the named option is not stored. `category`: the name is not stored. */
export type EntryNote =
  | { kind: 'split'; prices: number }
  | { kind: 'option'; name: string }
  | { kind: 'category'; from: string; to: string; isFallback: boolean };

/** Attribute keys by lower-case option names. An option may also have a name that is not a key of the shop: `colour`. */
const attributeKeys = new Map<string, 'size' | 'color'>([
  ...sizeKeys.map((name) => [name, 'size'] as const),
  ...[...colorKeys, 'colour'].map((name) => [name, 'color'] as const),
]);

/**
 * Converts the rows of one handle. The first row contains the title; the rows need not be together in the file. A later row
 * with another title or another name of an option is a problem: several products share the handle.
 *
 * - price: a variant that is sold out or costs 0 is not an offer. Variants of one price are one product. Variants with several prices
 *   become a product for each price, because a product of the shop has one price (decision 0069). Two prices that no option tells
 *   apart are a problem, and so is a price that cannot be read. A higher compare-at price becomes the regular price, and the price
 *   becomes the discounted price.
 * - options that are sizes or colours by their names become attributes with unique values in order. A value that is too long
 *   for the calls of the shop is a problem.
 * - colours: the image of a colour is the first image of a variant with this colour.
 * - description: the text of the body. Images are sorted by position. A tag `featured` marks a featured product.
 * - category, sub-category and gender: see `classify`.
 */
export function readCatalogEntry(handle: string, group: readonly ShopifyRow[]): CatalogEntry {
  const [first] = group;
  if (!first) throw new Error('A product has at least one row.');
  const fail = (reason: string, { line }: { line: number } = first): CatalogEntry => ({
    kind: 'problem',
    handle,
    problem: { line, reason: `${reason}, so ${handle} is skipped` },
  });
  if (!first.title) return fail(`has no title for ${handle}`);
  if (!first.isPublished) return { kind: 'withdrawn', handle, line: first.line, cause: 'unpublished' };
  const conflict = findConflict(first, group);
  if (conflict) return fail(conflict.reason, conflict);
  const unreadable = group.find(({ priceProblem }) => priceProblem !== undefined);
  if (unreadable?.priceProblem) return fail(unreadable.priceProblem, unreadable);
  const variants = group.filter(({ paise }) => paise !== undefined);
  if (variants.length === 0) return fail('has no price');
  const offers = variants.filter(({ paise }) => paise !== 0);
  if (offers.length === 0) return { kind: 'withdrawn', handle, line: first.line, cause: 'no-offer' };
  const sold = offers.filter(({ isSoldOut }) => !isSoldOut);
  if (sold.length === 0) return { kind: 'withdrawn', handle, line: first.line, cause: 'sold-out' };
  const tooLong = createAttributes(first, sold).find(({ value }) => !value.every(isFilterValue));
  if (tooLong) return fail(`has a ${tooLong.key} that is too long for the shop`);
  const prices = labelPrices(groupByPrice(sold), first);
  if (prices.filter(({ label }) => label === '').length > 1) {
    return fail('has several prices and no option that tells them apart');
  }
  return createEntry(handle, first, group, prices);
}

/**
 * Finds a row with another title or another name of an option than the first row. Empty cells, spaces and the letter case do not
 * count.
 */
function findConflict(first: ShopifyRow, group: readonly ShopifyRow[]): ImportProblem | undefined {
  const listNames = ({ title, optionNames }: ShopifyRow) => [title, ...optionNames];
  const fold = (name: string) => {
    const key = normalizeText(name).toLowerCase();
    return attributeKeys.get(key) ?? key;
  };
  const expected = listNames(first);
  const [conflict] = group.flatMap((row) =>
    listNames(row).flatMap((name, index): ImportProblem[] => {
      const firstName = expected[index] ?? '';
      if (!name || !firstName || name === firstName || fold(name) === fold(firstName)) return [];
      const column = index === 0 ? 'title' : 'option';
      const [other, known] = [name.slice(0, 100), firstName.slice(0, 100)];
      return [{ line: row.line, reason: `has the ${column} "${other}", and line ${first.line} has "${known}"` }];
    }),
  );
  return conflict;
}

/** Creates the products of the prices of a product. */
function createEntry(
  handle: string,
  first: ShopifyRow,
  group: readonly ShopifyRow[],
  prices: readonly LabelledPrice[],
): CatalogEntry {
  const featured = first.tags.some((tag) => tag.toLowerCase() === 'featured');
  const tags = first.tags.filter((tag) => tag.toLowerCase() !== 'featured');
  const { type, gender: googleGender, googleCategories } = first;
  const { classification, isFallback } = classify({ type, tags, googleGender, googleCategories });
  const common = { description: convertHtmlToText(first.body), ...classification, featured };
  const images = createImages(first.title, group);
  const products = prices.map(({ regularPaise, discountedPaise, rows, label }, index): ImportedProduct => {
    const title = label ? `${first.title} (${label})` : first.title;
    const suffix = createSlug(label) || String(index + 1);
    return {
      handle: prices.length > 1 ? `${handle}--${suffix}` : handle,
      groupHandle: prices.length > 1 ? handle : null,
      choices: listChoices(rows),
      title,
      ...common,
      regularPaise,
      discountedPaise,
      attributes: [...createAttributes(first, rows), ...(featured ? [{ key: 'featured', value: ['true'] }] : [])],
      images,
      colorImages: createColorImages(first, rows, images),
      isFallback,
    };
  });
  const from = type || googleCategories.join(' / ');
  const isForeign = from !== '' && getCategorySlug(from) !== getCategorySlug(classification.category);
  const notes: EntryNote[] = [
    ...(prices.length > 1 ? [{ kind: 'split' as const, prices: prices.length }] : []),
    ...first.optionNames
      .filter((name) => name && name !== 'Title' && !attributeKeys.has(name.toLowerCase()))
      .map((name) => ({ kind: 'option' as const, name })),
    ...(isForeign ? [{ kind: 'category' as const, from, to: classification.category, isFallback }] : []),
  ];
  return {
    kind: 'products',
    handle,
    line: first.line,
    products: withUniqueHandles(products),
    choices: listChoices(group),
    notes,
  };
}

interface Price {
  regularPaise: number;
  discountedPaise: number | null;
  rows: ShopifyRow[];
}

/** Groups variants by what a shopper pays and what is crossed out, the cheapest first. */
function groupByPrice(offers: readonly ShopifyRow[]): Price[] {
  const prices = new Map<number, Price>();
  for (const row of offers) {
    const paise = row.paise ?? 0;
    const isReduced = row.comparePaise !== undefined && row.comparePaise > paise;
    const price = prices.get(paise) ?? {
      regularPaise: isReduced ? (row.comparePaise ?? paise) : paise,
      discountedPaise: isReduced ? paise : null,
      rows: [],
    };
    price.rows.push(row);
    prices.set(paise, price);
  }
  return [...prices.entries()].sort(([a], [b]) => a - b).map(([, price]) => price);
}

interface LabelledPrice extends Price {
  /** The option values that the price has and the other prices have not. Empty for an only price. */
  label: string;
}

function labelPrices(prices: readonly Price[], first: ShopifyRow): LabelledPrice[] {
  const all = prices.map(({ rows }) => rows);
  return prices.map((price) => ({ ...price, label: describeChoice(price.rows, all, first) }));
}

/** Names the option values that a price has and the other prices have not: `10 inch`, `XL, XXL · Eggless`. */
function describeChoice(
  rows: readonly ShopifyRow[],
  all: readonly (readonly ShopifyRow[])[],
  first: ShopifyRow,
): string {
  const listValues = (list: readonly ShopifyRow[], index: number) => [
    ...new Set(list.map(({ optionValues }) => optionValues[index] ?? '').filter(Boolean)),
  ];
  return first.optionNames
    .flatMap((_name, index) => {
      const values = listValues(rows, index);
      const isShared = all.every((other) => listValues(other, index).join('\n') === values.join('\n'));
      return isShared || values.length === 0 ? [] : [values.slice(0, 4).join(', ') + (values.length > 4 ? ' …' : '')];
    })
    .join(' · ');
}

/** Two prices of one product may have the same label. The handles of both differ. */
function withUniqueHandles(products: ImportedProduct[]): ImportedProduct[] {
  const used = new Set<string>();
  return products.map((product, index) => {
    const handle = used.has(product.handle) ? `${product.handle}-${index + 1}` : product.handle;
    used.add(handle);
    return { ...product, handle };
  });
}

/** Names the choice of a variant: `M / Red`. Empty for a product without options: Shopify writes the value Default Title. */
export function getChoice({ optionValues }: Pick<ShopifyRow, 'optionValues'>): string {
  const choice = optionValues.filter(Boolean).join(' / ');
  return choice === 'Default Title' ? '' : choice;
}

const listChoices = (rows: readonly ShopifyRow[]): string[] => [...new Set(rows.map(getChoice))].filter(Boolean);

/** Creates the attributes of offers. The first row of a product contains the option names, and every row option values. */
function createAttributes(first: ShopifyRow, rows: readonly ShopifyRow[]): StoredAttribute[] {
  return first.optionNames.flatMap((name, index) => {
    const key = attributeKeys.get(name.toLowerCase());
    const value = [...new Set(rows.map(({ optionValues }) => optionValues[index] ?? '').filter(Boolean))];
    return key !== undefined && value.length > 0 ? [{ key, value }] : [];
  });
}

function createImages(title: string, group: readonly ShopifyRow[]): StoredImage[] {
  const images = group.flatMap(({ image }) => image ?? []);
  images.sort((a, b) => a.position - b.position);
  const byUrl = new Map(images.map(({ url, alt }) => [url, { url, alt: alt || title }]));
  for (const { variantImage: url } of group) if (url && !byUrl.has(url)) byUrl.set(url, { url, alt: title });
  return [...byUrl.values()];
}

/** Finds the image of each colour of the offers. The images contain those of the variants. */
function createColorImages(
  first: ShopifyRow,
  rows: readonly ShopifyRow[],
  images: readonly StoredImage[],
): StoredColorImage[] {
  const option = first.optionNames.findIndex((name) => attributeKeys.get(name.toLowerCase()) === 'color');
  const byColor = new Map<string, StoredColorImage>();
  for (const { optionValues, variantImage } of rows) {
    const color = optionValues[option];
    if (!color || !variantImage || byColor.has(color)) continue;
    byColor.set(color, { color, image: images.findIndex(({ url }) => url === variantImage) });
  }
  return [...byColor.values()];
}
