import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { getCategorySlug } from '@shop/product-search/category-slug';
import { type Insertable, sql } from 'kysely';
import type { StoreDatabase } from '../database/database';
import { setValue } from '../database/key-value';
import type { ProductTable } from '../database/schema';
import { createProductId } from '../products/product-id';
import { refreshProductStatistics } from '../products/product-list.query';
import { importVersionName, type StoredProduct } from '../products/products.repository';
import { writeSearchRows } from '../products/search-rows';
import type { CurrencyOptions } from './import-currency';
import { type CategoryMapping, type ImportedProduct, parseShopifyCatalog } from './shopify-catalog';
import type { ImportProblem } from './shopify-rows';

export interface ImportReport {
  added: number;
  changed: number;
  unchanged: number;
  unpublished: number;
  categories: CategoryMapping[];
  problems: ImportProblem[];
}

/** Key of the advisory lock of imports. */
const importLock = 8044;

/** Rows of one INSERT. PostgreSQL accepts at most 65,535 parameters in a statement, and a row has about 20. */
const insertBatchSize = 500;

/**
 * Imports a Shopify product export in one transaction. A repeated import of the same text changes nothing.
 *
 * @throws {NotAShopifyExportError} When the text is not a Shopify product export.
 * @throws {ImportCurrencyError} When the prices cannot become rupees.
 */
export async function importCatalog(
  db: StoreDatabase,
  text: string,
  options: CurrencyOptions = {},
): Promise<ImportReport> {
  const { products, ...parsed } = parseShopifyCatalog(text, options);
  const report = { added: 0, changed: 0, unchanged: 0, ...parsed };
  await db.transaction().execute(async (transaction) => {
    // Concurrent imports would add the same product twice. The second import waits for the first.
    await sql`select pg_advisory_xact_lock(${importLock})`.execute(transaction);
    const stored = await transaction.selectFrom('product').selectAll().execute();
    const known = new Map(stored.map((product) => [product.handle, product]));
    const created: Insertable<ProductTable>[] = [];
    for (const product of products) {
      const before = known.get(product.handle);
      const content = createContent(product);
      if (before && isSame(before, content)) {
        report.unchanged += 1;
        continue;
      }
      const row = {
        ...content,
        images: JSON.stringify(content.images),
        attributes: JSON.stringify(content.attributes),
      };
      if (before) {
        await transaction.updateTable('product').set(row).where('id', '=', before.id).execute();
        await writeSearchRows(transaction, [before.id]);
        report.changed += 1;
      } else {
        created.push({ ...row, id: createProductId(product.handle), createdAt: new Date() });
        report.added += 1;
      }
    }
    for (let index = 0; index < created.length; index += insertBatchSize) {
      const batch = created.slice(index, index + insertBatchSize);
      await transaction.insertInto('product').values(batch).execute();
      await writeSearchRows(
        transaction,
        batch.map(({ id }) => id),
      );
    }
    if (report.added + report.changed > 0) await setValue(transaction, importVersionName, randomUUID());
  });
  if (report.added + report.changed > 0) await refreshProductStatistics(db);
  return report;
}

/** Creates the columns that an import sets. A product without images shows the photographs of its handle, if there are any. */
function createContent(product: ImportedProduct) {
  return {
    ...product,
    categorySlug: getCategorySlug(product.category),
    parentCategoryKey: product.parentCategory?.toLowerCase() ?? null,
    genderKey: product.gender?.toLowerCase() ?? null,
    ownPictures: product.images.length === 0,
    source: 'import' as const,
  };
}

function isSame(before: StoredProduct, content: ReturnType<typeof createContent>): boolean {
  const { id: _id, createdAt: _createdAt, ...stored } = before;
  return isDeepStrictEqual(stored, content);
}
