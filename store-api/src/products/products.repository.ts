import type { ProductListQuery } from '@shop/api-contract/schemas/product';
import type { ExpressionBuilder, Selectable } from 'kysely';
import type { StoreDatabase } from '../database/database';
import type { ProductTable, StoreTables } from '../database/schema';
import { createSlug, getCategorySlug } from './categories';

export type StoredProduct = Selectable<ProductTable>;

export type ProductFilter = Omit<ProductListQuery, 'page' | 'limit'>;

export interface ProductSlice {
  products: StoredProduct[];
  /** Number of products on all pages. */
  total: number;
}

export function createProductsRepository(db: StoreDatabase) {
  return {
    /**
     * Returns one page of the products that match every part of the filter: featured first, then the newest.
     *
     * @param page 1 or more. A page after the last page is empty.
     */
    async list(filter: ProductFilter, page: number, limit: number): Promise<ProductSlice> {
      const matching = db.selectFrom('product').where((eb) => eb.and(createConditions(eb, filter)));
      const counted = await matching
        .select((eb) => eb.fn.countAll<string | number>().as('total'))
        .executeTakeFirstOrThrow();
      const products = await matching
        .selectAll()
        .orderBy('featured', 'desc')
        .orderBy('createdAt', 'desc')
        .orderBy('id')
        .limit(limit)
        .offset((page - 1) * limit)
        .execute();
      return { products, total: Number(counted.total) };
    },

    findById(id: string): Promise<StoredProduct | undefined> {
      return db.selectFrom('product').selectAll().where('id', '=', id).executeTakeFirst();
    },

    findByHandle(handle: string): Promise<StoredProduct | undefined> {
      return db.selectFrom('product').selectAll().where('handle', '=', handle).executeTakeFirst();
    },
  };
}

export type ProductsRepository = ReturnType<typeof createProductsRepository>;

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
