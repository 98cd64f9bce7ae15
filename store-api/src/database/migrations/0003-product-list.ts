import { type Kysely, sql } from 'kysely';

/**
 * Makes the unfiltered product list fast: an index in the order of the list, and a maintained number of products. The
 * triggers run once per statement, in its transaction.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createIndex('product_order')
    .on('product')
    .columns(['featured desc', 'created_at desc', 'id'])
    .execute();

  await db.schema
    .createTable('product_count')
    .addColumn('total', 'integer', (column) => column.notNull())
    .execute();
  await sql`insert into product_count (total) select count(*) from product`.execute(db);
  await sql`
    create function add_to_product_count() returns trigger language plpgsql as $$
    begin
      update product_count set total = total + (select count(*) from inserted);
      return null;
    end $$`.execute(db);
  await sql`
    create function subtract_from_product_count() returns trigger language plpgsql as $$
    begin
      update product_count set total = total - (select count(*) from deleted);
      return null;
    end $$`.execute(db);
  await sql`
    create trigger product_inserted after insert on product
    referencing new table as inserted for each statement execute function add_to_product_count()`.execute(db);
  await sql`
    create trigger product_deleted after delete on product
    referencing old table as deleted for each statement execute function subtract_from_product_count()`.execute(db);
}
