import { setImmediate } from 'node:timers/promises';
import { productDecoder } from '@shop/api-contract/decoders/product';
import { optionalDate } from '@shop/api-contract/decoders/scalars';
import type { ProductJson } from '@shop/api-contract/schemas/product';
import type { ProductSearchJson, ProductSearchQuery, ProductSort } from '@shop/api-contract/schemas/product-search';
import * as v from 'valibot';
import { getCategorySlug } from './category-slug';
import { createFacetField, type FacetField } from './facet-field';
import { createSearchTerms } from './search-document';
import { compareSizes } from './size-order';
import { createTextIndex, type TextIndex } from './text-index';

/** Products that an index holds at most. Further ones are left out, and the results say so. */
export const maxIndexedProducts = 30_000;

/** Products in memory that can be searched. */
export interface ProductIndex {
  /** Ids of the products, in the order of the list. */
  ids: readonly string[];
  /** Number of products that the store has. */
  total: number;
  search: (query: ProductSearchQuery) => Promise<ProductSearchJson>;
}

/** Part of the products of a store. */
export interface ProductBatch {
  /** Products as the store API sends them, in the order of its list. One that is no product is left out. */
  products: readonly unknown[];
  /** Number of products that the store has. */
  total: number;
}

/** Milliseconds of work after which the index lets other work of the process go first. */
const sliceMs = 10;

const toLowerCase = (name: string) => name.trim().toLowerCase();

/** The products of an index by their numbers: 0, 1, 2… in the order of the list. */
interface ProductColumns {
  text: TextIndex;
  categories: FacetField;
  parentCategories: FacetField;
  colours: FacetField;
  sizes: FacetField;
  /** Products as JSON, which takes a third of the memory of objects. */
  json: string[];
  ids: Set<string>;
  prices: number[];
  discounts: number[];
  /** Seconds since 1970, 0 where it is not known. */
  dates: number[];
}

const createColumns = (): ProductColumns => ({
  text: createTextIndex(),
  categories: createFacetField(getCategorySlug),
  parentCategories: createFacetField(toLowerCase),
  colours: createFacetField(toLowerCase),
  sizes: createFacetField(toLowerCase, (a, b) => compareSizes(a.value, b.value)),
  json: [],
  ids: new Set(),
  prices: [],
  discounts: [],
  dates: [],
});

/** Adds a product to every column. @param product The product as the store API sends it. */
function addProduct(columns: ProductColumns, product: unknown): void {
  const result = v.safeParse(productDecoder, product);
  // A list that changes while it is read repeats products.
  if (!result.success || columns.ids.has(result.output.id)) return;
  const { id, name, category, parentCategory, description, colors, sizes, price, originalPrice } = result.output;
  columns.ids.add(id);
  columns.text.add(
    createSearchTerms({
      title: name,
      categories: [category, parentCategory],
      options: [...colors, ...sizes],
      description,
    }),
  );
  columns.categories.add([category]);
  columns.parentCategories.add([parentCategory]);
  columns.colours.add(colors);
  columns.sizes.add(sizes);
  columns.prices.push(price);
  columns.discounts.push(originalPrice !== undefined && originalPrice > price ? 1 - price / originalPrice : 0);
  const date = v.parse(optionalDate, (product as { createdAt?: unknown }).createdAt);
  columns.dates.push(date ? Math.max(0, Date.parse(date) / 1000) : 0);
  columns.json.push(JSON.stringify(product));
}

/** Adds the products of the batches, in slices. @returns Number of products that the store has. */
async function addBatches(columns: ProductColumns, batches: AsyncIterable<ProductBatch>): Promise<number> {
  let storeTotal = 0;
  let sliceEnd = performance.now() + sliceMs;
  for await (const { products, total } of batches) {
    storeTotal = total;
    for (const product of products) {
      if (columns.json.length < maxIndexedProducts) addProduct(columns, product);
      if (performance.now() < sliceEnd) continue;
      await setImmediate();
      sliceEnd = performance.now() + sliceMs;
    }
    if (columns.json.length >= maxIndexedProducts) break;
  }
  return storeTotal;
}

/** Gets all products in the order of a sort. */
type GetOrder = (sort: Exclude<ProductSort, 'relevance'>) => readonly number[];

/** Creates the orders of the products, each when a query first needs it. */
function createOrders({ json, prices, dates, discounts }: ProductColumns): GetOrder {
  const featured = [...json.keys()];
  const orders = new Map<ProductSort, readonly number[]>([['featured', featured]]);
  return (sort) => {
    const known = orders.get(sort);
    if (known) return known;
    const order = {
      featured: () => featured,
      'price-asc': () => sortByNumber(prices, 1),
      'price-desc': () => sortByNumber(prices, -1),
      newest: () => sortByNumber(dates, -1),
      discount: () => sortByNumber(discounts, -1),
    }[sort]();
    orders.set(sort, order);
    return order;
  };
}

const listSorts = ({ dates, discounts }: ProductColumns): ProductSort[] => [
  ...(['relevance', 'featured', 'price-asc', 'price-desc'] as const),
  ...(dates.some(Boolean) ? (['newest'] as const) : []),
  ...(discounts.some(Boolean) ? (['discount'] as const) : []),
];

/** Lists the products with the words of a query, in the order of the result. */
async function listCandidates(
  text: TextIndex,
  getOrder: GetOrder,
  q: string,
  sort: ProductSort = 'relevance',
): Promise<readonly number[]> {
  const found = await text.search(q);
  if (!found) return getOrder(sort === 'relevance' ? 'featured' : sort);
  const { documents, ranks } = found;
  if (sort === 'relevance') return documents.sort((a, b) => (ranks[b] ?? 0) - (ranks[a] ?? 0) || a - b);
  const isFound = new Set(documents);
  return getOrder(sort).filter((product) => isFound.has(product));
}

/** One filter of a query, and the count of its facet. */
interface CountedFilter {
  isMatch: ((product: number) => boolean) | null;
  count: (product: number) => void;
}

/** Creates the filters of a query. `listFacets` gives what they have counted. */
function createFilters(columns: ProductColumns, query: ProductSearchQuery) {
  const { category, parentCategory, minPrice = 0, maxPrice, colour = [], size = [] } = query;
  const highest = maxPrice ?? Number.POSITIVE_INFINITY;
  const getPrice = (product: number) => columns.prices[product] ?? 0;
  const range = { min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY };
  const countRange = (product: number) => {
    range.min = Math.min(range.min, getPrice(product));
    range.max = Math.max(range.max, getPrice(product));
  };
  const counters = {
    categories: columns.categories.createCounter(),
    parentCategories: columns.parentCategories.createCounter(),
    colours: columns.colours.createCounter(),
    sizes: columns.sizes.createCounter(),
  };
  const filters: CountedFilter[] = [
    { isMatch: columns.categories.createFilter(category ? [category] : []), count: counters.categories.add },
    {
      isMatch: columns.parentCategories.createFilter(parentCategory ? [parentCategory] : []),
      count: counters.parentCategories.add,
    },
    { isMatch: columns.colours.createFilter(colour), count: counters.colours.add },
    { isMatch: columns.sizes.createFilter(size), count: counters.sizes.add },
    {
      isMatch: (product) => getPrice(product) >= minPrice && getPrice(product) <= highest,
      count: countRange,
    },
  ];
  const listFacets = (): ProductSearchJson['facets'] => ({
    categories: counters.categories.list(),
    parentCategories: counters.parentCategories.list(),
    colours: counters.colours.list(),
    sizes: counters.sizes.list(),
    price: range.max < range.min ? null : range,
  });
  return { filters, listFacets };
}

/** Lists the candidates that match every filter, and counts the facets. */
function filterAndCount(candidates: readonly number[], filters: readonly CountedFilter[]): number[] {
  const matches: number[] = [];
  for (const product of candidates) {
    let failures = 0;
    let failed: CountedFilter | undefined;
    for (const filter of filters) {
      if (!filter.isMatch || filter.isMatch(product)) continue;
      failed = filter;
      failures++;
    }
    // A product counts for a facet when no other filter excludes it.
    if (failures === 1) failed?.count(product);
    if (failures > 0) continue;
    matches.push(product);
    for (const { count } of filters) count(product);
  }
  return matches;
}

/**
 * Creates an index of products, in slices of milliseconds between which the process does other work.
 *
 * Prices, sizes and colours are those that the shop shows: the index reads products with the decoder of the screens.
 *
 * @param batches Batches in the order of the list. The index reads no further batch than it needs.
 */
export async function createProductIndex(batches: AsyncIterable<ProductBatch>): Promise<ProductIndex> {
  const columns = createColumns();
  const storeTotal = await addBatches(columns, batches);
  const getOrder = createOrders(columns);
  const sorts = listSorts(columns);
  const { ids, text, json } = columns;
  return {
    ids: [...ids],
    total: storeTotal,
    search: async (query) => {
      const { q = '', sort, page = 1, limit = 12 } = query;
      const { filters, listFacets } = createFilters(columns, query);
      const matches = filterAndCount(await listCandidates(text, getOrder, q, sort), filters);
      const first = (page - 1) * limit;
      const total = matches.length;
      return {
        data: matches.slice(first, first + limit).map((product) => JSON.parse(json[product] ?? '') as ProductJson),
        pagination: { page, limit, total, totalPages: limit === 0 ? 0 : Math.ceil(total / limit) },
        facets: listFacets(),
        sorts,
        isComplete: storeTotal <= maxIndexedProducts,
        indexed: json.length,
      };
    },
  };
}

/** Highest value of a sort, in hundredths. A key, which also contains the number of a product, then is an exact integer. */
const maxSortedHundredths = 2 ** 38 - 1;

/**
 * Sorts the numbers of products by a value, in less time than a comparison function takes. Values are 0 or more. Prices above
 * 2.7 * 10^9 and dates after 2057 count as equal.
 */
function sortByNumber(values: readonly number[], direction: 1 | -1): number[] {
  const keys = Float64Array.from(
    values,
    (value, index) => direction * Math.min(Math.round(value * 100), maxSortedHundredths) * 2 ** 15 + index,
  ).sort();
  return Array.from(keys, (key) => ((key % 2 ** 15) + 2 ** 15) % 2 ** 15);
}
