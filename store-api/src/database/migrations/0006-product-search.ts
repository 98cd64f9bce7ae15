import { ensureExtension } from '@shop/database/ensure-extension';
import { type Kysely, sql } from 'kysely';

/**
 * Creates the tables of the search. `product_search` has a small row for each product, because a search that finds many products reads
 * the rows of all. The server writes the rows: triggers only mark those of added and changed products with version 0.
 */
export async function up(db: Kysely<never>): Promise<void> {
  // The migrations that are due run in one transaction. The earlier server still works and locks tables in other sequences: this
  // transaction takes the tables that it changes at once, or gives up before a deadlock is found and starts again.
  await sql`set local lock_timeout = '300ms'`.execute(db);
  await sql`lock table product, account, customer_order, order_line, payment in access exclusive mode`.execute(db);
  await ensureExtension(db, 'pg_trgm');
  await sql`
    create table product_search (
      product_id text primary key references product (id) on delete cascade,
      version integer not null default 0,
      terms tsvector,
      named tsvector,
      facets_id bigint,
      price_paise integer,
      discount real,
      featured boolean,
      created_at timestamptz
    ) with (toast_tuple_target = 512)`.execute(db);
  // A search reads the terms in their index only, and the named terms of all products that it ranks.
  await sql`alter table product_search alter column named set storage main`.execute(db);
  await sql`insert into product_search (product_id) select id from product`.execute(db);
  // A short list of pending entries: each search reads all of them.
  await sql`create index product_search_terms on product_search using gin (terms) with (gin_pending_list_limit = 128)`.execute(
    db,
  );
  await sql`create index product_search_order on product_search (featured desc, created_at desc, product_id)`.execute(
    db,
  );
  await sql`create index product_search_price on product_search (price_paise)`.execute(db);
  await sql`create index product_search_date on product_search (created_at)`.execute(db);
  await sql`create index product_search_discount on product_search (discount)`.execute(db);
  await sql`create index product_search_facets on product_search (facets_id, price_paise)`.execute(db);
  await sql`create index product_search_version on product_search (version)`.execute(db);

  await sql`
    create table product_facets (
      id bigint primary key,
      category text not null,
      category_slug text not null,
      parent_category text not null,
      parent_category_key text not null,
      colours text[] not null,
      colour_keys text[] not null,
      sizes text[] not null,
      size_keys text[] not null
    )`.execute(db);

  await sql`create table search_word (word text collate "C" primary key)`.execute(db);
  // Words of letters: digits and marks are before them.
  await sql`create index search_word_similar on search_word using gin (word gin_trgm_ops) where word >= 'a'`.execute(
    db,
  );

  await sql`
    create function add_product_search() returns trigger language plpgsql as $$
    begin
      insert into product_search (product_id) select id from inserted;
      return null;
    end $$`.execute(db);
  await sql`
    create function mark_product_search() returns trigger language plpgsql as $$
    begin
      update product_search set version = 0 where product_id = new.id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger product_search_added after insert on product
    referencing new table as inserted for each statement execute function add_product_search()`.execute(db);
  await sql`
    create trigger product_search_changed after update on product
    for each row when (old is distinct from new) execute function mark_product_search()`.execute(db);
}
