import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { runCatalogImport } from '../operator/operator-commands';
import { createProductId } from '../products/product-id';
import { describeOnEachDatabase } from '../testing/test-databases';
import { useTestStore } from '../testing/test-store';
import { importCatalog } from './import-catalog';

const exportsDir = process.env.SHOPIFY_EXPORTS ?? resolve(import.meta.dirname, '../../../../shared/data');
const realExports = [
  { file: `${exportsDir}/shopify-apparel.csv`, products: 20, categories: [] },
  {
    file: `${exportsDir}/shopify-home-and-garden.csv`,
    products: 20,
    categories: ['Outdoor', 'Indoor'].map((from) => ({
      from,
      to: 'Accessories',
      products: expect.any(Number),
      isFallback: true,
    })),
  },
];

const header = 'Handle,Title,Type,Tags,Published,Variant Price,Variant Compare At Price,Image Src';

describeOnEachDatabase('importCatalog', (open) => {
  const store = useTestStore(open);

  const product = async (handle: string) => (await store.get(`/products/${createProductId(handle)}`)).json();

  it('adds new products, keeps unchanged products and updates changed products', async () => {
    const text = `${header}\npot,Pot,Cookware,featured,true,900,1200,https://cdn.example/pot.jpg\n`;
    expect(await importCatalog(store.db, text)).toMatchObject({ added: 1, changed: 0, unchanged: 0 });
    const before = await product('pot');
    expect(before).toMatchObject({
      category: 'Cookware',
      regularPrice: 1200,
      discountedPrice: 900,
      imgUrl: 'https://cdn.example/pot.jpg',
      attributes: [{ key: 'featured', value: ['true'] }],
    });
    expect((await runCatalogImport(store.db, text)).message).toBe('0 new, 0 changed, 1 unchanged');
    expect(await importCatalog(store.db, text.replace('900', '950'))).toMatchObject({ added: 0, changed: 1 });
    expect(await product('pot')).toEqual({ ...before, discountedPrice: 950 });
  });

  it('says which category the products of each foreign category have', async () => {
    const path = 'Home & Garden > Kitchen & Dining > Cookware';
    const rows = [
      `pan,Pan,${path},,true,9,,`,
      `wok,Wok,${path},,true,9,,`,
      'sofa,Sofa,Furniture,,true,9,,',
      'box,Box,cookware,,true,9,,',
    ];
    expect((await runCatalogImport(store.db, [header, ...rows].join('\n'))).message).toBe(
      [
        `category "${path}" is Cookware: 2 products`,
        'category "Furniture" fits none of the shop: 1 product in Accessories, with the name as sub-category',
        '4 new, 0 changed, 0 unchanged',
      ].join('\n'),
    );
  });

  it('refuses prices in another currency, and stores nothing', async () => {
    const text = 'Handle,Title,Variant Price,Currency\nclock,Clock,10,USD\n';
    expect(await runCatalogImport(store.db, text)).toEqual({
      ok: false,
      message:
        'The prices are in USD, and the shop sells in rupees: add --rate with the rupees for one USD, such as --rate 83.5.',
    });
    expect(await product('clock')).toEqual({ error: 'Product not found.' });
    await runCatalogImport(store.db, text, { rate: 83.5 });
    expect(await product('clock')).toMatchObject({ regularPrice: 835 });
  });

  it('leaves a product without an image without one', async () => {
    await importCatalog(store.db, `${header}\nplain/pan,Plain pan,Cookware,,true,10,,\n`);
    expect(await product('plain/pan')).toMatchObject({ imgUrl: null, images: [] });
  });

  it('stores nothing when the database rejects one product', async () => {
    const before = await store.get('/products?limit=1');
    const text = `${header}\nfirst,First,,,true,1,,\nsecond,Second\u0000,,,true,1,,\n`;
    expect((await runCatalogImport(store.db, text)).ok).toBe(false);
    await store.db.schema.alterTable('product').addCheckConstraint('no_third', sql`handle <> 'third'`).execute();
    await expect(
      importCatalog(store.db, `${header}\nfirst,First,,,true,1,,\nthird,Third,,,true,1,,\n`),
    ).rejects.toThrow();
    await store.db.schema.alterTable('product').dropConstraint('no_third').execute();
    expect((await store.get('/products?limit=1')).json().count).toBe(before.json().count);
  });

  for (const { file, products, categories } of realExports) {
    const test = existsSync(file) ? it : it.skip;
    test(`imports the real export ${file} completely, and changes nothing the second time${existsSync(file) ? '' : ' (absent)'}`, async () => {
      const text = readFileSync(file, 'utf8');
      expect(await importCatalog(store.db, text)).toEqual({
        added: products,
        changed: 0,
        unchanged: 0,
        unpublished: 0,
        categories,
        problems: [],
      });
      expect(await importCatalog(store.db, text)).toMatchObject({ added: 0, changed: 0, unchanged: products });
    });
  }
});
