import { type Kysely, sql } from 'kysely';

/**
 * Makes the work for one account independent of the number of its orders: a maintained number of orders, an index in the order of
 * the list that contains the id, and an index of the Pending orders. The trigger runs once per statement, in its transaction.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('account')
    .addColumn('order_count', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`
    create function add_to_order_count() returns trigger language plpgsql as $$
    begin
      update account set order_count = order_count + counted.total
      from (select account_id, count(*) as total from inserted group by account_id) as counted
      where account.id = counted.account_id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger customer_order_inserted after insert on customer_order
    referencing new table as inserted for each statement execute function add_to_order_count()`.execute(db);
  await sql`
    update account set order_count = counted.total
    from (select account_id, count(*) as total from customer_order group by account_id) as counted
    where account.id = counted.account_id`.execute(db);

  await db.schema
    .createIndex('customer_order_list')
    .on('customer_order')
    .columns(['account_id', 'created_at desc', 'id'])
    .execute();
  await db.schema.dropIndex('customer_order_of_account').execute();
  await sql`create index customer_order_pending on customer_order (account_id) where status = 0`.execute(db);
}
