import { type Kysely, sql } from 'kysely';

/**
 * Counts the products of a sub-category, and those of a category for a gender, from indexes. Before, a count read the rows of
 * all products of the category.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create index product_of_sub_category
    on product (parent_category_key, category_slug, featured desc, created_at desc, id) include (gender_key)`.execute(
    db,
  );
  await sql`create index product_of_gender on product (category_slug, gender_key)`.execute(db);
}
