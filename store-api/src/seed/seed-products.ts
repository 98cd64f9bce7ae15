import { createHash } from 'node:crypto';
import { getCategorySlug } from '@shop/product-search/category-slug';
import type { Insertable } from 'kysely';
import { type SeedCategory, type SeedProduct, viewCount } from '../../catalog/seed-catalog';
import { storeIdentity } from '../../catalog/store-identity';
import type { StoreDatabase } from '../database/database';
import { findValue, setValue } from '../database/key-value';
import type { ProductTable, StoredAttribute } from '../database/schema';
import { createProductId } from '../products/product-id';
import { refreshProductStatistics } from '../products/product-list.query';
import { seedDigestName } from '../products/products.repository';
import { beginSearchRows, writeSearchRows } from '../products/search-rows';
import { listWithdrawnSeed } from './withdrawn-seed';

/** Columns that a changed product updates. Its handle and id never change. */
const seededColumns = [
  ...(['title', 'description', 'category', 'categorySlug', 'parentCategory', 'parentCategoryKey'] as const),
  ...([
    'gender',
    'genderKey',
    'regularPaise',
    'discountedPaise',
    'featured',
    'attributes',
    'images',
    'colorImages',
  ] as const),
  ...(['ownPictures', 'createdAt'] as const),
];

/**
 * Writes the seed catalogue to the database: it adds new products, updates changed products and deletes removed products.
 * Orders and imported products stay, also an import that replaced a seed product. A product that an import took off sale stays off
 * sale. When the catalogue has not changed since the last seed, it only reads one row.
 */
export async function seedProducts(db: StoreDatabase, catalog: SeedCategory[]): Promise<void> {
  const rows = catalog.flatMap((category) => category.products.map((product) => createRow(category, product)));
  const digest = createHash('sha256').update(JSON.stringify(rows)).digest('hex');
  if ((await findValue(db, seedDigestName)) === digest) return;

  await db.transaction().execute(async (transaction) => {
    await beginSearchRows(transaction);
    await transaction
      .insertInto('product')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .column('handle')
          .doUpdateSet(({ ref }) =>
            Object.fromEntries(seededColumns.map((column) => [column, ref(`excluded.${column}`)])),
          )
          .where('product.source', '=', 'seed'),
      )
      .execute();
    await transaction
      .deleteFrom('product')
      .where('source', '=', 'seed')
      .where(
        'handle',
        'not in',
        rows.map(({ handle }) => handle),
      )
      .execute();
    const withdrawn = await listWithdrawnSeed(transaction);
    if (withdrawn.length > 0) {
      await transaction.deleteFrom('product').where('source', '=', 'seed').where('handle', 'in', withdrawn).execute();
    }
    await writeSearchRows(
      transaction,
      rows.map(({ id }) => id),
    );
    await setValue(transaction, seedDigestName, digest);
  });
  await refreshProductStatistics(db);
}

function createRow({ name: category, details }: SeedCategory, product: SeedProduct): Insertable<ProductTable> {
  const { handle, title, description, parentCategory, gender = null, price, salePrice, shownColors = [] } = product;
  return {
    id: createProductId(handle),
    handle,
    title,
    description,
    category,
    categorySlug: getCategorySlug(category),
    parentCategory,
    parentCategoryKey: parentCategory.toLowerCase(),
    gender,
    genderKey: gender?.toLowerCase() ?? null,
    regularPaise: Math.round(price * 100),
    discountedPaise: salePrice === undefined ? null : Math.round(salePrice * 100),
    featured: product.featured ?? false,
    attributes: JSON.stringify(createAttributes({ ...product, details: { ...details, ...product.details } })),
    images: '[]',
    colorImages: JSON.stringify(
      shownColors.map((color, index) => ({ color, image: index === 0 ? 0 : viewCount + index - 1 })),
    ),
    ownPictures: !product.withoutPicture,
    source: 'seed',
    createdAt: new Date(`${product.addedOn}T06:30:00Z`),
  };
}

/** What Indian law asks a shop to state about each product. */
const origin = {
  countryOfOrigin: 'India',
  manufacturedBy: `${storeIdentity.companyName}, ${storeIdentity.companyAddress}`,
};

function createAttributes({ sizes = [], colors = [], featured, details }: SeedProduct): StoredAttribute[] {
  return [
    ...(sizes.length > 0 ? [{ key: 'size', value: sizes }] : []),
    ...(colors.length > 0 ? [{ key: 'color', value: colors }] : []),
    ...(featured ? [{ key: 'featured', value: ['true'] }] : []),
    ...Object.entries({ ...details, ...origin }).map(([key, value]) => ({ key, value: [value] })),
  ];
}
