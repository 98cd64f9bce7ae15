import type { ProductListQuery } from '@shop/api-contract/schemas/product';
import { createSlug, getCategorySlug } from '@shop/product-search/category-slug';
import { type ExpressionBuilder, sql } from 'kysely';
import type { StoreDatabase } from '../database/database';
import { locatePage } from '../database/page-location';
import type { StoreTables } from '../database/schema';

export type ProductFilter = Omit<ProductListQuery, 'page' | 'limit'>;

/** Position of a page in the product list. */
export interface PageRange {
  /** Number of products before the page. */
  offset: number;
  /** Maximum number of products on the page. */
  limit: number;
  /** Number of products that match the filter. */
  total: number;
}

/** Counts the products that match a filter. Without a filter, it reads the maintained count instead of the products. */
export function createCountQuery(db: StoreDatabase, filter: ProductFilter) {
  if (isEmptyFilter(filter)) return db.selectFrom('productCount').select('total');
  return db
    .selectFrom('product')
    .where((eb) => eb.and(createConditions(eb, filter)))
    .select((eb) => eb.fn.countAll<number>().as('total'));
}

/**
 * Selects one page of the products that match a filter: featured first, then the newest.
 *
 * The inner query finds the ids of the page in the index, so that the database reads the large rows of this page only.
 * It starts at the nearer end of the list, so that the last page costs as little as the first.
 */
export function createPageQuery(db: StoreDatabase, filter: ProductFilter, { offset, limit, total }: PageRange) {
  const { offset: skipped, size, isReversed } = locatePage(offset, limit, total);
  const [ascending, descending] = isReversed ? (['desc', 'asc'] as const) : (['asc', 'desc'] as const);
  const page = db
    .selectFrom('product')
    .where((eb) => eb.and(createConditions(eb, filter)))
    .select('id')
    .orderBy('featured', descending)
    .orderBy('createdAt', descending)
    .orderBy('id', ascending)
    .limit(size)
    .offset(skipped);
  return db
    .selectFrom(page.as('page'))
    .innerJoin('product', 'product.id', 'page.id')
    .selectAll('product')
    .orderBy('product.featured', 'desc')
    .orderBy('product.createdAt', 'desc')
    .orderBy('product.id');
}

/** Columns that queries filter and sort by. Statistics of the large columns would block the process of PGlite for a second. */
const plannedColumns = sql.raw(
  '(id, handle, group_handle, category_slug, parent_category_key, gender_key, featured, created_at)',
);

/**
 * Updates the planner's statistics and the visibility map after many products changed. PGlite never does it by itself.
 * Call it outside a transaction. A failure is logged only: the products are stored.
 */
export async function refreshProductStatistics(db: StoreDatabase): Promise<void> {
  try {
    await vacuumAndAnalyze(db);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.error(
      `The statistics of the products cannot be updated (${reason}): run VACUUM ANALYZE when lists are slow.`,
    );
  }
}

/** Each statement blocks PGlite, so that there are many short ones. */
async function vacuumAndAnalyze(db: StoreDatabase): Promise<void> {
  for (const table of ['product', 'product_search', 'product_facets', 'search_word']) {
    await sql`vacuum ${sql.table(table)}`.execute(db);
    await db.transaction().execute(async (transaction) => {
      // PostgreSQL reads 300 rows for each unit of the target. Its default of 100 blocks PGlite for twice as long.
      await sql`set local default_statistics_target = 30`.execute(transaction);
      await sql`analyze ${sql.table(table)} ${table === 'product' ? plannedColumns : sql``}`.execute(transaction);
    });
  }
}

function createConditions(eb: ExpressionBuilder<StoreTables, 'product'>, filter: ProductFilter) {
  const { category, gender, parentCategory, featured } = filter;
  const names = parseNames(filter.filter);
  return [
    ...(category ? [eb('categorySlug', '=', getCategorySlug(category))] : []),
    ...(gender ? [eb('genderKey', '=', gender.trim().toLowerCase())] : []),
    ...(parentCategory ? [eb('parentCategoryKey', '=', parentCategory.trim().toLowerCase())] : []),
    ...(featured === undefined ? [] : [eb('featured', '=', featured)]),
    ...(names.length > 0 ? [matchesAnyName(eb, names)] : []),
  ];
}

function isEmptyFilter({ category, gender, parentCategory, featured, filter }: ProductFilter): boolean {
  return !category && !gender && !parentCategory && featured === undefined && parseNames(filter).length === 0;
}

/** Matches the category or the gender. The word null matches products without a gender. Interpretation 9. */
function matchesAnyName(eb: ExpressionBuilder<StoreTables, 'product'>, names: string[]) {
  return eb.or([
    eb('categorySlug', 'in', names.map(createSlug)),
    eb('genderKey', 'in', names),
    ...(names.includes('null') ? [eb('genderKey', 'is', null)] : []),
  ]);
}

function parseNames(list: string | undefined): string[] {
  const names = (list ?? '').split(',').map((name) => name.trim().toLowerCase());
  return names.filter(Boolean);
}
