import { productDecoder } from '@shop/api-contract/decoders/product';
import { optionalDate } from '@shop/api-contract/decoders/scalars';
import type { ProductJson } from '@shop/api-contract/schemas/product';
import type { ProductSearchJson, ProductSearchQuery, ProductSort } from '@shop/api-contract/schemas/product-search';
import * as v from 'valibot';
import { getCategorySlug } from './category-slug';
import { createFacetField } from './facet-field';
import { compareSizes } from './size-order';
import { createTextIndex } from './text-index';

/** Products that an index holds at most. Further ones are left out, and the results say so. */
export const maxIndexedProducts = 30_000;

/** Products in memory that can be searched. */
export interface ProductIndex {
  /** Ids of the products, in the order of the list. */
  ids: readonly string[];
  search: (query: ProductSearchQuery) => ProductSearchJson;
}

/** Part of the products of a store. */
export interface ProductBatch {
  /** Products as the store API sends them, in the order of its list. One that is no product is left out. */
  products: readonly unknown[];
  /** Number of products that the store has. */
  total: number;
}

const weights = { title: 15, category: 8, attribute: 3, description: 1 } as const;

const toLowerCase = (name: string) => name.trim().toLowerCase();

/**
 * Creates an index of products. It works on one batch at a time, so that a batch of a hundred blocks a server for some milliseconds only.
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
  const dates: string[] = [];
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
    text.add([
      [weights.title, name],
      [weights.category, `${category} ${parentCategory}`],
      [weights.attribute, [...colors, ...sizeNames].join(' ')],
      [weights.description, description],
    ]);
    categories.add([category]);
    parentCategories.add([parentCategory]);
    colours.add(colors);
    sizes.add(sizeNames);
    prices.push(price);
    discounts.push(originalPrice !== undefined && originalPrice > price ? 1 - price / originalPrice : 0);
    dates.push(v.parse(optionalDate, (wire as { createdAt?: unknown }).createdAt));
    json.push(JSON.stringify(wire));
  };

  for await (const { products, total } of batches) {
    storeTotal = total;
    for (const product of products) if (json.length < maxIndexedProducts) addProduct(product);
    if (json.length >= maxIndexedProducts) break;
  }

  const featured = [...json.keys()];
  const at =
    <Value>(values: readonly Value[], other: Value) =>
    (product: number) =>
      values[product] ?? other;
  const [getPrice, getDiscount, getDate] = [at(prices, 0), at(discounts, 0), at(dates, '')];
  const orders: Record<Exclude<ProductSort, 'relevance'>, readonly number[]> = {
    featured,
    'price-asc': featured.toSorted((a, b) => getPrice(a) - getPrice(b)),
    'price-desc': featured.toSorted((a, b) => getPrice(b) - getPrice(a)),
    newest: featured.toSorted((a, b) => (getDate(a) === getDate(b) ? 0 : getDate(a) < getDate(b) ? 1 : -1)),
    discount: featured.toSorted((a, b) => getDiscount(b) - getDiscount(a)),
  };
  const sorts: ProductSort[] = [
    ...(['relevance', 'featured', 'price-asc', 'price-desc'] as const),
    ...(dates.some(Boolean) ? (['newest'] as const) : []),
    ...(discounts.some(Boolean) ? (['discount'] as const) : []),
  ];

  /** Lists the products with the words of a query, in the order of the result. */
  const listCandidates = (q: string, sort: ProductSort | undefined): readonly number[] => {
    const found = text.search(q);
    const isByRelevance = sort === undefined || sort === 'relevance';
    if (!found) return orders[isByRelevance ? 'featured' : sort];
    const { documents, scores } = found;
    if (isByRelevance) return documents.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
    const isFound = new Set(documents);
    return orders[sort].filter((product) => isFound.has(product));
  };

  return {
    ids: [...ids],
    search: ({
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
      for (const product of listCandidates(q, sort)) {
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
