import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { productDecoder } from '@shop/api-contract/decoders/product';
import { getCategorySlug } from '@shop/product-search/category-slug';
import { foldingVersion } from '@shop/product-search/folding/fold-text';
import { createSearchTerms, type SearchTerms, weights } from '@shop/product-search/search-document';
import { sql } from 'kysely';
import * as v from 'valibot';
import type { StoreDatabase } from '../database/database';
import { refreshProductStatistics } from './product-list.query';
import { createProductResponse } from './product-response';
import type { StoredProduct } from './products.repository';
import { quoteTerm } from './search-terms-query';

/** Key of the advisory lock of those who write the rows: two of them add the same words in different orders. */
const searchLock = 8045;

/**
 * Begins a transaction that changes products and writes their rows with `writeSearchRows`. Call it before the first change. Until the
 * end of the transaction no other one writes rows, and the triggers of the products write none.
 */
export async function beginSearchRows(db: StoreDatabase): Promise<void> {
  await lockSearchRows(db);
  await sql`select set_config('shop.writes_search_rows', 'on', true)`.execute(db);
}

/** Takes the lock of those who write rows, until the end of the transaction. */
async function lockSearchRows(db: StoreDatabase): Promise<void> {
  await sql`select pg_advisory_xact_lock(${searchLock})`.execute(db);
}

/**
 * Writes what the search knows of products. Call it in the transaction that adds or changes them, after `beginSearchRows`. Products that are written without it
 * are found some seconds later, by `keepSearchRows`.
 *
 * @param ids Ids of products, a few hundred at most. An id without a product is ignored.
 */
export async function writeSearchRows(db: StoreDatabase, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await lockSearchRows(db);
  const products = await db.selectFrom('product').selectAll().where('id', 'in', ids).execute();
  const rows = products.map(createSearchRow);
  const facets = new Map(rows.map((row) => [row.facets.id, row.facets]));
  await sql`
    insert into product_facets
    select (f->>'id')::bigint, f->>'category', f->>'categorySlug', f->>'parentCategory', f->>'parentCategoryKey',
      array(select jsonb_array_elements_text(f->'colours')), array(select jsonb_array_elements_text(f->'colourKeys')),
      array(select jsonb_array_elements_text(f->'sizes')), array(select jsonb_array_elements_text(f->'sizeKeys'))
    from jsonb_array_elements(${JSON.stringify([...facets.values()])}::jsonb) f
    on conflict do nothing`.execute(db);
  const words = new Set(rows.flatMap(({ terms }) => [...terms.keys()].filter((term) => /^[^=.]/.test(term))));
  await sql`
    insert into search_word select unnest(${[...words].sort()}::text[]) on conflict do nothing`.execute(db);
  const columns = rows.map(({ product, terms, facets: { id }, pricePaise, discount }) => ({
    id: product.id,
    facets: id,
    price: pricePaise,
    discount,
    featured: product.featured,
    created: product.createdAt.toISOString(),
    terms: [...terms.keys()].map(quoteTerm).join(' '),
    named: [...terms].flatMap(([term, weight]) => formatNamed(term, weight)).join(' '),
  }));
  await sql`
    insert into product_search (product_id, version, terms, named, facets_id, price_paise, discount, featured, created_at)
    select r.id, ${foldingVersion}, r.terms::tsvector, r.named::tsvector, r.facets::bigint, r.price, r.discount, r.featured, r.created
    from jsonb_to_recordset(${JSON.stringify(columns)}::jsonb) r (id text, terms text, named text, facets text, price integer,
      discount real, featured boolean, created timestamptz)
    on conflict (product_id) do update set version = excluded.version, terms = excluded.terms, named = excluded.named,
      facets_id = excluded.facets_id, price_paise = excluded.price_paise, discount = excluded.discount,
      featured = excluded.featured, created_at = excluded.created_at`.execute(db);
}

const weightNames: Readonly<Record<number, string>> = {
  [weights.title]: 'A',
  [weights.category]: 'B',
  [weights.attribute]: 'C',
};

const formatNamed = (term: string, weight: number): string[] => {
  const name = weightNames[weight];
  return name ? [`${quoteTerm(term)}:1${name}`] : [];
};

/** Prices, sizes and colours are those that the shop shows: they are read with the decoder of the screens. */
function createSearchRow(product: StoredProduct) {
  const shown = v.parse(productDecoder, createProductResponse(product, []));
  const { price, originalPrice = price } = shown;
  const toKeys = (values: readonly string[]) => values.map((value) => value.trim().toLowerCase());
  const values = {
    category: shown.category,
    categorySlug: getCategorySlug(shown.category),
    parentCategory: shown.parentCategory,
    parentCategoryKey: shown.parentCategory.trim().toLowerCase(),
    colours: shown.colors,
    colourKeys: toKeys(shown.colors),
    sizes: shown.sizes,
    sizeKeys: toKeys(shown.sizes),
  };
  const terms: SearchTerms = createSearchTerms({
    title: shown.name,
    categories: [shown.category, shown.parentCategory],
    options: [...shown.colors, ...shown.sizes],
    description: shown.description,
  });
  const hash = createHash('sha256').update(JSON.stringify(values)).digest();
  return {
    product,
    terms,
    facets: { id: hash.readBigInt64BE().toString(), ...values },
    pricePaise: Math.round(price * 100),
    discount: originalPrice > price ? 1 - price / originalPrice : 0,
  };
}

/** Products that are written at once, and milliseconds between two batches, for other work of the server. */
const batchSize = 40;
const pauseMs = 10;
/** Milliseconds between two looks for products whose rows are not written. */
const intervalMs = 3000;
/** Written rows after which the statistics of the database are refreshed. */
const manyRows = 1000;

/** Writes the rows of one batch of products that have none, or one of an earlier folding. @returns The number of products. */
async function writePendingRows(db: StoreDatabase): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock(${searchLock}) as free`.execute(
      transaction,
    );
    // Another server or an import writes rows now.
    if (!rows[0]?.free) return 0;
    const pending = await transaction
      .selectFrom('productSearch')
      .select('productId')
      .where('version', '<', foldingVersion)
      .orderBy('version')
      .limit(batchSize)
      .execute();
    await writeSearchRows(
      transaction,
      pending.map(({ productId }) => productId),
    );
    return pending.length;
  });
}

/**
 * Writes the rows of products that were added or changed without them, in small batches while the server works: after an update of the
 * software whose folding differs, and after changes by an earlier version of the server.
 *
 * @param onError Receives a failure. The next attempt follows some seconds later.
 * @returns A function that ends the work, after the batch that is being written.
 */
export function keepSearchRows(db: StoreDatabase, onError: (error: unknown) => void): () => Promise<void> {
  const end = new AbortController();
  const pause = (ms: number) => wait(ms, undefined, { signal: end.signal, ref: false }).catch(() => undefined);
  const work = async () => {
    let written = 0;
    while (!end.signal.aborted) {
      const count = await writePendingRows(db).catch((error: unknown) => {
        onError(error);
        return 0;
      });
      written += count;
      if (count < batchSize && written >= manyRows) {
        written = 0;
        await refreshProductStatistics(db);
      }
      await pause(count < batchSize ? intervalMs : pauseMs);
    }
  };
  const working = work();
  return async () => {
    end.abort();
    await working;
  };
}
