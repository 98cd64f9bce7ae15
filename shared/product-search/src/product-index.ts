import { setImmediate } from 'node:timers/promises';
import { productDecoder } from '@shop/api-contract/decoders/product';
import { optionalDate } from '@shop/api-contract/decoders/scalars';
import type { ProductJson } from '@shop/api-contract/schemas/product';
import type { ProductSearchJson, ProductSearchQuery, ProductSort } from '@shop/api-contract/schemas/product-search';
import * as v from 'valibot';
import { getCategorySlug } from './category-slug';
import { createFacetField } from './facet-field';
import { createSearchTerms } from './search-document';
import { compareSizes } from './size-order';
import { createTextIndex } from './text-index';

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

/**
 * Creates an index of products, in slices of milliseconds between which the process does other work.
 *
 * Prices, sizes and colours are those that the shop shows: the index reads products with the decoder of the screens.
 *
 * @param batches Batches in the order of the list. The index reads no further batch than it needs.
 */
export async function createProductIndex(batches: AsyncIterable<ProductBatch>): Promise<ProductIndex> {
  const text = createTextIndex();
  const categories = createFacetField(getCategorySlug);
  const parentCategories = createFacetField(toLowerCase);
  const colours = createFacetField(toLowerCase);
  const sizes = createFacetField(toLowerCase, (a, b) => compareSizes(a.value, b.value));
  /** Products as JSON, which takes a third of the memory of objects. */
  const json: string[] = [];
  const ids = new Set<string>();
  const prices: number[] = [];
  const discounts: number[] = [];
  /** Seconds since 1970, 0 where it is not known. */
  const dates: number[] = [];
  let storeTotal = 0;

  const addProduct = (wire: unknown) => {
    const result = v.safeParse(productDecoder, wire);
    // A list that changes while it is read repeats products.
    if (!result.success || ids.has(result.output.id)) return;
    ids.add(result.output.id);
    const {
      name,
      category,
      parentCategory,
      description,
      colors,
      sizes: sizeNames,
      price,
      originalPrice,
    } = result.output;
    text.add(
      createSearchTerms({
        title: name,
        categories: [category, parentCategory],
        options: [...colors, ...sizeNames],
        description,
      }),
    );
    categories.add([category]);
    parentCategories.add([parentCategory]);
    colours.add(colors);
    sizes.add(sizeNames);
    prices.push(price);
    discounts.push(originalPrice !== undefined && originalPrice > price ? 1 - price / originalPrice : 0);
    const date = v.parse(optionalDate, (wire as { createdAt?: unknown }).createdAt);
    dates.push(date ? Math.max(0, Date.parse(date) / 1000) : 0);
    json.push(JSON.stringify(wire));
  };

  let sliceEnd = performance.now() + sliceMs;
  for await (const { products, total } of batches) {
    storeTotal = total;
    for (const product of products) {
      if (json.length < maxIndexedProducts) addProduct(product);
      if (performance.now() < sliceEnd) continue;
      await setImmediate();
      sliceEnd = performance.now() + sliceMs;
    }
    if (json.length >= maxIndexedProducts) break;
  }

  const featured = [...json.keys()];
  const getPrice = (product: number) => prices[product] ?? 0;
  const orders = new Map<ProductSort, readonly number[]>([['featured', featured]]);
  const getOrder = (sort: Exclude<ProductSort, 'relevance'>): readonly number[] => {
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
  const sorts: ProductSort[] = [
    ...(['relevance', 'featured', 'price-asc', 'price-desc'] as const),
    ...(dates.some(Boolean) ? (['newest'] as const) : []),
    ...(discounts.some(Boolean) ? (['discount'] as const) : []),
  ];

  /** Lists the products with the words of a query, in the order of the result. */
  const listCandidates = async (q: string, sort: ProductSort = 'relevance'): Promise<readonly number[]> => {
    const found = await text.search(q);
    if (!found) return getOrder(sort === 'relevance' ? 'featured' : sort);
    const { documents, ranks } = found;
    if (sort === 'relevance') return documents.sort((a, b) => (ranks[b] ?? 0) - (ranks[a] ?? 0) || a - b);
    const isFound = new Set(documents);
    return getOrder(sort).filter((product) => isFound.has(product));
  };

  return {
    ids: [...ids],
    total: storeTotal,
    search: async ({
      q = '',
      category,
      parentCategory,
      minPrice = 0,
      maxPrice,
      colour = [],
      size = [],
      sort,
      page = 1,
      limit = 12,
    }) => {
      const highest = maxPrice ?? Number.POSITIVE_INFINITY;
      const range = { min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY };
      const countRange = (product: number) => {
        range.min = Math.min(range.min, getPrice(product));
        range.max = Math.max(range.max, getPrice(product));
      };
      const counters = {
        categories: categories.createCounter(),
        parentCategories: parentCategories.createCounter(),
        colours: colours.createCounter(),
        sizes: sizes.createCounter(),
      };
      const filters = [
        { isMatch: categories.createFilter(category ? [category] : []), count: counters.categories.add },
        {
          isMatch: parentCategories.createFilter(parentCategory ? [parentCategory] : []),
          count: counters.parentCategories.add,
        },
        { isMatch: colours.createFilter(colour), count: counters.colours.add },
        { isMatch: sizes.createFilter(size), count: counters.sizes.add },
        {
          isMatch: (product: number) => getPrice(product) >= minPrice && getPrice(product) <= highest,
          count: countRange,
        },
      ];
      const matches: number[] = [];
      for (const product of await listCandidates(q, sort)) {
        let failures = 0;
        let failed: (typeof filters)[number] | undefined;
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
      const first = (page - 1) * limit;
      const total = matches.length;
      return {
        data: matches.slice(first, first + limit).map((product) => JSON.parse(json[product] ?? '') as ProductJson),
        pagination: { page, limit, total, totalPages: limit === 0 ? 0 : Math.ceil(total / limit) },
        facets: {
          categories: counters.categories.list(),
          parentCategories: counters.parentCategories.list(),
          colours: counters.colours.list(),
          sizes: counters.sizes.list(),
          price: range.max < range.min ? null : range,
        },
        sorts,
        isComplete: storeTotal <= maxIndexedProducts,
        indexed: json.length,
      };
    },
  };
}

/** Sorts the numbers of products by a value from 0 to 10^9, in less time than a comparison function takes. */
function sortByNumber(values: readonly number[], direction: 1 | -1): number[] {
  const keys = Float64Array.from(
    values,
    (value, index) => direction * Math.round(value * 100) * 2 ** 15 + index,
  ).sort();
  return Array.from(keys, (key) => ((key % 2 ** 15) + 2 ** 15) % 2 ** 15);
}
