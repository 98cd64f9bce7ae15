import { type Kysely, sql } from 'kysely';

/**
 * Records when each product changed, and numbers the changes of the catalogue. The triggers run once per statement, in its
 * transaction.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('product_date')
    .addColumn('product_id', 'text', (column) => column.primaryKey())
    .addColumn('updated_at', 'timestamptz', (column) => column.notNull())
    .execute();
  await sql`insert into product_date select id, created_at from product`.execute(db);
  await sql`alter table product_count add column version bigint not null default 1`.execute(db);
  await sql`
    create function date_products() returns trigger language plpgsql as $$
    begin
      if not exists (select from changed) then return null; end if;
      insert into product_date select id, now() from changed
      on conflict (product_id) do update set updated_at = excluded.updated_at;
      update product_count set version = version + 1;
      return null;
    end $$`.execute(db);
  await sql`
    create function forget_product_dates() returns trigger language plpgsql as $$
    begin
      if not exists (select from changed) then return null; end if;
      delete from product_date using changed where product_id = changed.id;
      update product_count set version = version + 1;
      return null;
    end $$`.execute(db);
  for (const [event, table, run] of [
    ['insert', 'new', 'date_products'],
    ['update', 'new', 'date_products'],
    ['delete', 'old', 'forget_product_dates'],
  ]) {
    await sql
      .raw(
        `create trigger product_dated_after_${event} after ${event} on product
         referencing ${table} table as changed for each statement execute function ${run}()`,
      )
      .execute(db);
  }
}
