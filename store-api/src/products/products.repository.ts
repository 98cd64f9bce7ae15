import type { ProductDatesJson } from '@shop/api-contract/schemas/product-dates';
import type { ProductSearchQuery } from '@shop/api-contract/schemas/product-search';
import { type Selectable, sql } from 'kysely';
import type { StoreDatabase } from '../database/database';
import type { ProductTable } from '../database/schema';
import { createCountQuery, createPageQuery, type ProductFilter } from './product-list.query';
import { type ProductSearchResult, searchProducts } from './product-search';

/** Key of the stored digest of the seed catalogue. */
export const seedDigestName = 'seed-catalog-digest';

export type StoredProduct = Selectable<ProductTable>;

export interface ProductSlice {
  products: StoredProduct[];
  /** Number of products on all pages. */
  total: number;
}

/** A product of the same goods at another price. */
export interface OtherPrice {
  id: string;
  title: string;
  paise: number;
}

/** Products of the same goods that a product names. */
const maxOtherPrices = 50;

export function createProductsRepository(db: StoreDatabase) {
  return {
    /**
     * Returns one page of the products that match every part of the filter: featured first, then the newest.
     *
     * @param page 1 or more. A page after the last page is empty.
     */
    async list(filter: ProductFilter, page: number, limit: number): Promise<ProductSlice> {
      const row = await createCountQuery(db, filter).executeTakeFirstOrThrow();
      const total = Number(row.total);
      const offset = (page - 1) * limit;
      if (offset >= total) return { products: [], total };
      return { products: await createPageQuery(db, filter, { offset, limit, total }).execute(), total };
    },

    /** Returns the products with these ids that exist, in this order. */
    async findByIds(ids: readonly string[]): Promise<StoredProduct[]> {
      if (ids.length === 0) return [];
      const rows = await db.selectFrom('product').selectAll().where('id', 'in', ids).execute();
      const byId = new Map(rows.map((product) => [product.id, product]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    },

    /** Finds products by words and filters. */
    search: (query: ProductSearchQuery): Promise<ProductSearchResult> => searchProducts(db, query),

    /** Returns the ids after an id with the times of their last changes, and a text that changes with every change of a product. */
    async listDates(after: string, limit: number): Promise<ProductDatesJson> {
      const { version } = await db.selectFrom('productCount').select('version').executeTakeFirstOrThrow();
      const rows = await db
        .selectFrom('productDate')
        .selectAll()
        .where('productId', '>', after)
        .orderBy('productId')
        .limit(limit)
        .execute();
      return { version: String(version), data: rows.map((row) => [row.productId, row.updatedAt.toISOString()]) };
    },

    /**
     * Returns by the id of each product the products that an import has made of the same goods for other prices, the cheapest first.
     */
    async findOtherPrices(products: readonly StoredProduct[]): Promise<ReadonlyMap<string, OtherPrice[]>> {
      const groups = [...new Set(products.flatMap(({ groupHandle }) => groupHandle ?? []))];
      if (groups.length === 0) return new Map();
      const paise = sql<number>`coalesce(discounted_paise, regular_paise)`;
      const place = sql<number>`row_number() over (partition by group_handle order by ${paise}, id)`;
      const rows = await db
        .selectFrom((query) =>
          query
            .selectFrom('product')
            .select(['id', 'title', 'groupHandle', paise.as('paise'), place.as('place')])
            .where('groupHandle', 'in', groups)
            .as('member'),
        )
        .select(['id', 'title', 'groupHandle', 'paise'])
        // The product itself is one of them.
        .where('place', '<=', maxOtherPrices + 1)
        .orderBy('place')
        .execute();
      const findOthers = ({ id, groupHandle }: StoredProduct) =>
        rows.filter((row) => row.groupHandle === groupHandle && row.id !== id).slice(0, maxOtherPrices);
      return new Map(products.map((product) => [product.id, findOthers(product)]));
    },
  };
}

export type ProductsRepository = ReturnType<typeof createProductsRepository>;
