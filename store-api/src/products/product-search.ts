import type { FacetValueJson, ProductSearchJson, ProductSearchQuery } from '@shop/api-contract/schemas/product-search';
import { getCategorySlug } from '@shop/product-search/category-slug';
import { planSearch, type Vocabulary } from '@shop/product-search/search-plan';
import { compareSizes } from '@shop/product-search/size-order';
import { type RawBuilder, sql } from 'kysely';
import type { StoreDatabase } from '../database/database';
import { createMatchQuery, createMostWordsQuery, type MatchQuery } from './search-terms-query';

/** A page of a search: the response without the products, and their ids in order. */
export type ProductSearchResult = Omit<ProductSearchJson, 'data'> & { ids: string[] };

/** Milliseconds that PostgreSQL gives each statement of a search. PGlite has no limit: the plan bounds the work. */
const timeoutMs = 2000;
/** Trigrams that two words with one typing error have in common at least. */
const similarity = '0.2';
/** Similar words that are compared letter by letter, and values of a facet in one response. */
const maxSimilarWords = 40;
const maxValues = 200;

/**
 * Searches the products in the database. While products have no row in product_search yet, they are not found, and `isComplete` is false.
 *
 * @see docs/decisions/0068
 */
export async function searchProducts(db: StoreDatabase, query: ProductSearchQuery): Promise<ProductSearchResult> {
  return db.transaction().execute(async (transaction) => {
    await sql`select set_config('pg_trgm.similarity_threshold', ${similarity}, true),
      set_config('statement_timeout', ${String(timeoutMs)}, true)`.execute(transaction);
    const match = await findMatch(transaction, query.q ?? '');
    const { facets, counts, total } = await countFacets(transaction, query, match);
    const { page = 1, limit = 12 } = query;
    const offset = (page - 1) * limit;
    const ids = limit === 0 || offset >= total ? [] : await listIds(transaction, query, match, { limit, offset });
    return {
      ids,
      pagination: { page, limit, total, totalPages: limit === 0 ? 0 : Math.ceil(total / limit) },
      facets,
      sorts: [
        ...(['relevance', 'featured', 'price-asc', 'price-desc'] as const),
        ...(counts.indexed > 0 ? (['newest'] as const) : []),
        ...(counts.hasDiscount ? (['discount'] as const) : []),
      ],
      isComplete: counts.pending === 0,
      indexed: counts.indexed,
    };
  });
}

/** Finds the condition for the words of a query: all words, else most of them. Null without a word. */
async function findMatch(db: StoreDatabase, text: string): Promise<MatchQuery | null> {
  const plan = await planSearch(text, createVocabulary(db));
  if (!plan) return null;
  const all = createMatchQuery(plan);
  const most = createMostWordsQuery(plan);
  if (!most) return all;
  const { rows } = await sql`select 1 from product_search where ${all.condition} limit 1`.execute(db);
  return rows.length > 0 ? all : most;
}

/**
 * Creates the vocabulary of the products. The planner moves no condition into a subquery with "offset 0": words are chosen first, and
 * only these are looked up in the products. Else it looks up every word of the shop.
 */
function createVocabulary(db: StoreDatabase): Vocabulary {
  return {
    findKnown: async (terms) => {
      const prefixes = terms.flatMap((term) => (term.endsWith('*') ? [term.slice(0, -1)] : []));
      const { rows } = await sql<{ term: string }>`
        select word as term from search_word where word = any(${terms}::text[]) and ${isInProducts}
        union all
        select prefix || '*' from unnest(${prefixes}::text[]) as prefix
        where exists (
          select from (
            select word from search_word
            where word >= prefix collate "C" and word < (prefix || chr(1114111)) collate "C" offset 0
          ) as longer_word
          where ${isInProducts}
        )`.execute(db);
      return new Set(rows.map(({ term }) => term));
    },
    findDescribed: async (words) => {
      const { rows } = await sql<{ word: string }>`
        select word from unnest(${words}::text[]) as word
        where exists (select from product_search where terms @@ ('''.' || word || '''')::tsquery)`.execute(db);
      return new Set(rows.map(({ word }) => word));
    },
    findSimilar: async (words) => {
      const { rows } = await sql<{ typed: string; found: string[] }>`
        select typed, array(
          select word from (
            select word from search_word
            where word >= 'a' and word % typed and length(word) between length(typed) - 2 and length(typed) + 2
            order by similarity(word, typed) desc, word offset 0
          ) as similar_word
          where ${isInProducts} limit ${maxSimilarWords}
        ) as found
        from unnest(${words}::text[]) as typed`.execute(db);
      return new Map(rows.map(({ typed, found }) => [typed, found]));
    },
  };
}

const toKeys = (names: readonly string[]) => names.map((name) => name.trim().toLowerCase());

/** Conditions on a row of product_facets, `true` for a filter that is not set. */
function createFilters({ category, parentCategory, colour = [], size = [] }: ProductSearchQuery) {
  return {
    category: category ? sql`category_slug = ${getCategorySlug(category)}` : sql`true`,
    parentCategory: parentCategory ? sql`parent_category_key = ${parentCategory.trim().toLowerCase()}` : sql`true`,
    colour: colour.length > 0 ? sql`colour_keys && ${toKeys(colour)}::text[]` : sql`true`,
    size: size.length > 0 ? sql`size_keys && ${toKeys(size)}::text[]` : sql`true`,
  };
}

/** A word is in the text of a product. Words of products that have left the sale, and of corrected texts, stay in `search_word`. */
const isInProducts = sql`exists (select from product_search where terms @@ quote_literal(word)::tsquery)`;

/** Paise of rupees, without the error of binary fractions: 19.99 times 100 is 1998.9999999999998. */
const toPaise = (rupees: number) => Math.round(rupees * 1e4) / 100;

/** The lowest and the highest price in paise. The column is an integer. */
const getPriceRange = ({ minPrice = 0, maxPrice }: ProductSearchQuery) => ({
  low: Math.min(Math.ceil(toPaise(minPrice)), maxInteger),
  high: maxPrice === undefined ? maxInteger : Math.min(Math.floor(toPaise(maxPrice)), maxInteger),
});
const maxInteger = 2 ** 31 - 1;

interface FacetRow {
  total: number;
  low: number | null;
  high: number | null;
  categories: FacetValueJson[] | null;
  parentCategories: FacetValueJson[] | null;
  colours: FacetValueJson[] | null;
  sizes: FacetValueJson[] | null;
  pending: number;
  products: number;
  hasDiscount: boolean;
}

/** Counts the products of each value under all other filters. Products with the same values are counted once. */
async function countFacets(db: StoreDatabase, query: ProductSearchQuery, match: MatchQuery | null) {
  const filters = createFilters(query);
  const { low, high } = getPriceRange(query);
  const values = (value: string, key: string, from: string, conditions: readonly string[]) => sql`(
    select json_agg(json_build_object('value', value, 'count', count)) from (
      select min(${sql.raw(value)} collate "C") as value, sum(n)::int as count
      from ${sql.raw(from)} where ${sql.raw(conditions.join(' and '))} and ${sql.raw(value)} <> ''
      group by ${sql.raw(key)} order by count desc, value limit ${sql.lit(maxValues)}
    ) as counted
  )`;
  const options = (name: string) =>
    `checked cross join lateral unnest(${name}s, ${name}_keys) as option (option_value, option_key)`;
  const { rows } = await sql<FacetRow>`
    with hits as materialized (
      select facets_id, price_paise between ${low}::int and ${high}::int as in_price, count(*) as n,
        min(price_paise) as lowest, max(price_paise) as highest
      from product_search where facets_id is not null and ${match?.condition ?? sql`true`} group by 1, 2
    ), checked as materialized (
      select product_facets.*, in_price, n, lowest, highest, ${filters.category} as in_category,
        ${filters.parentCategory} as in_parent, ${filters.colour} as in_colour, ${filters.size} as in_size
      from hits join product_facets on id = facets_id
    )
    select
      (select coalesce(sum(n), 0)::int from checked
        where in_price and in_category and in_parent and in_colour and in_size) as total,
      (select min(lowest) from checked where in_category and in_parent and in_colour and in_size) as low,
      (select max(highest) from checked where in_category and in_parent and in_colour and in_size) as high,
      ${values('category', 'category_slug', 'checked', ['in_price', 'in_parent', 'in_colour', 'in_size'])} as categories,
      ${values('parent_category', 'parent_category_key', 'checked', ['in_price', 'in_category', 'in_colour', 'in_size'])}
        as parent_categories,
      ${values('option_value', 'option_key', options('colour'), ['in_price', 'in_category', 'in_parent', 'in_size'])}
        as colours,
      ${values('option_value', 'option_key', options('size'), ['in_price', 'in_category', 'in_parent', 'in_colour'])}
        as sizes,
      (select count(*)::int from product_search where facets_id is null) as pending,
      (select total from product_count) as products,
      exists (select from product_search where discount > 0) as has_discount`.execute(db);
  const row = rows[0] as FacetRow;
  const byCount = (list: FacetValueJson[] | null) => list ?? [];
  return {
    total: row.total,
    facets: {
      categories: byCount(row.categories),
      parentCategories: byCount(row.parentCategories),
      colours: byCount(row.colours),
      sizes: byCount(row.sizes).sort((a, b) => compareSizes(a.value, b.value)),
      price: row.low === null || row.high === null ? null : { min: row.low / 100, max: row.high / 100 },
    },
    counts: { indexed: row.products - row.pending, pending: row.pending, hasDiscount: row.hasDiscount },
  };
}

/** Lists the ids of one page of the products, in the order of the query. */
async function listIds(
  db: StoreDatabase,
  query: ProductSearchQuery,
  match: MatchQuery | null,
  { limit, offset }: { limit: number; offset: number },
): Promise<string[]> {
  const { category, parentCategory, colour, size } = createFilters(query);
  const hasFilter = query.category || query.parentCategory || query.colour?.length || query.size?.length;
  const { low, high } = getPriceRange(query);
  const conditions = [
    sql`facets_id is not null`,
    ...(match ? [match.condition] : []),
    ...(query.minPrice === undefined && query.maxPrice === undefined
      ? []
      : [sql`price_paise between ${low}::int and ${high}::int`]),
    ...(hasFilter
      ? [
          sql`facets_id in (
          select id from product_facets where ${category} and ${parentCategory} and ${colour} and ${size}
        )`,
        ]
      : []),
  ];
  const { rows } = await sql<{ productId: string }>`
    select product_id from product_search where ${sql.join(conditions, sql` and `)}
    order by ${createOrder(query.sort ?? 'relevance', match)} featured desc, created_at desc, product_id
    limit ${limit} offset ${offset}`.execute(db);
  return rows.map(({ productId }) => productId);
}

function createOrder(sort: NonNullable<ProductSearchQuery['sort']>, match: MatchQuery | null): RawBuilder<unknown> {
  switch (sort) {
    case 'relevance':
      return match ? sql`${match.rank} desc,` : sql``;
    case 'featured':
      return sql``;
    case 'price-asc':
      return sql`price_paise,`;
    case 'price-desc':
      return sql`price_paise desc,`;
    case 'newest':
      return sql`created_at desc,`;
    case 'discount':
      return sql`discount desc,`;
  }
}
