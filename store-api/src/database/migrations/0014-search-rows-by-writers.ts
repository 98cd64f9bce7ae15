import { type Kysely, sql } from 'kysely';

/**
 * A transaction that writes the rows of the search itself sets `shop.writes_search_rows`: the triggers then write none. Without it
 * each added product left a dead row, and the `vacuum` after an import blocked PGlite for the time of its index.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create or replace function add_product_search() returns trigger language plpgsql as $$
    begin
      if current_setting('shop.writes_search_rows', true) = 'on' then return null; end if;
      insert into product_search (product_id) select id from inserted;
      return null;
    end $$`.execute(db);
  await sql`
    create or replace function mark_product_search() returns trigger language plpgsql as $$
    begin
      if current_setting('shop.writes_search_rows', true) = 'on' then return null; end if;
      update product_search set version = 0 where product_id = new.id;
      return null;
    end $$`.execute(db);
}
