import { type Kysely, sql } from 'kysely';

/** Creates the tables of products, accounts, sessions, orders and payments. Amounts are whole paise. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('product')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('handle', 'text', (column) => column.notNull().unique())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('category', 'text', (column) => column.notNull())
    .addColumn('category_slug', 'text', (column) => column.notNull())
    .addColumn('parent_category', 'text')
    .addColumn('parent_category_key', 'text')
    .addColumn('gender', 'text')
    .addColumn('gender_key', 'text')
    .addColumn('regular_paise', 'integer', (column) => column.notNull().check(sql`regular_paise >= 0`))
    .addColumn('discounted_paise', 'integer', (column) => column.check(sql`discounted_paise >= 0`))
    .addColumn('featured', 'boolean', (column) => column.notNull())
    .addColumn('attributes', 'jsonb', (column) => column.notNull())
    .addColumn('images', 'jsonb', (column) => column.notNull())
    .addColumn('own_pictures', 'boolean', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull().check(sql`source in ('seed', 'import')`))
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('product_listing')
    .on('product')
    .columns(['category_slug', 'featured desc', 'created_at desc', 'id'])
    .execute();

  await db.schema
    .createTable('account')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('first_name', 'text', (column) => column.notNull())
    .addColumn('last_name', 'text', (column) => column.notNull())
    .addColumn('saved_method', 'text')
    .addColumn('saved_phone', 'text')
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('session')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('account.id').onDelete('cascade'))
    .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('session_expiry').on('session').column('expires_at').execute();

  await db.schema
    .createTable('customer_order')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('account.id'))
    .addColumn('status', 'integer', (column) => column.notNull().check(sql`status between 0 and 4`))
    .addColumn('shipping_address', 'jsonb', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('customer_order_of_account')
    .on('customer_order')
    .columns(['account_id', 'created_at desc'])
    .execute();

  // The table has no foreign key to product, because orders keep products that leave the catalogue.
  await db.schema
    .createTable('order_line')
    .addColumn('order_id', 'text', (column) => column.notNull().references('customer_order.id'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('product_id', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('quantity', 'integer', (column) => column.notNull().check(sql`quantity > 0`))
    .addColumn('price_paise', 'integer', (column) => column.notNull().check(sql`price_paise >= 0`))
    .addPrimaryKeyConstraint('order_line_key', ['order_id', 'position'])
    .execute();

  await db.schema
    .createTable('payment')
    .addColumn('reference', 'text', (column) => column.primaryKey())
    .addColumn('order_id', 'text', (column) => column.notNull().references('customer_order.id'))
    .addColumn('method', 'text', (column) => column.notNull())
    .addColumn('amount_paise', 'bigint', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull().check(sql`status in ('started', 'accepted', 'declined')`))
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('payment_of_order').on('payment').column('order_id').execute();
  // The index prevents two accepted payments of one order, also when the code has a defect.
  await db.schema
    .createIndex('one_accepted_payment_an_order')
    .on('payment')
    .column('order_id')
    .unique()
    .where(sql.ref('status'), '=', sql.lit('accepted'))
    .execute();

  await db.schema
    .createTable('stored_value')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute();
}
