import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ProductListJson } from '@shop/api-contract/schemas/product';
import { sql } from 'kysely';
import { seedCatalog } from '../../catalog/seed-catalog';
import { setValue } from '../database/key-value';
import { runCatalogImport } from '../operator/operator-commands';
import { createProductId } from '../products/product-id';
import { seedDigestName } from '../products/products.repository';
import { seedProducts } from '../seed/seed-products';
import { listWithdrawnSeed } from '../seed/withdrawn-seed';
import { fromText } from '../testing/catalog-text';
import { describeOnEachDatabase } from '../testing/test-databases';
import { useTestStore } from '../testing/test-store';
import { importCatalog } from './import-catalog';
import { formatImportReport } from './import-report';

const exportsDir = process.env.SHOPIFY_EXPORTS ?? resolve(import.meta.dirname, '../../../../shared/data');
/** Files of merchants, with the products that the shop sells, and lines of the report. */
const realExports: [string, { added: number; lines: (string | RegExp)[] }][] = [
  ['shopify-apparel.csv', { added: 20, lines: [] }],
  [
    'shopify-home-and-garden.csv',
    { added: 21, lines: [/^1 product with several prices/, /^category "Outdoor" fits none of the shop/] },
  ],
  ['shopify-new-headers-sahra.csv', { added: 3, lines: [] }],
  [
    'shopify-export-cakecorner-cut.csv',
    { added: 202, lines: [/^37 products with several prices became a product for each price/] },
  ],
];

const header = 'Handle,Title,Type,Tags,Published,Variant Price,Variant Compare At Price,Image Src';

describeOnEachDatabase('importCatalog', (open) => {
  const store = useTestStore(open);

  const product = async (handle: string) => (await store.get(`/products/${createProductId(handle)}`)).json();

  it('adds new products, keeps unchanged products and updates changed products', async () => {
    const text = `${header}\npot,Pot,Cookware,featured,true,900,1200,https://cdn.example/pot.jpg\n`;
    expect(await importCatalog(store.db, fromText(text))).toMatchObject({ added: 1, changed: 0, unchanged: 0 });
    const before = await product('pot');
    expect(before).toMatchObject({
      category: 'Cookware',
      regularPrice: 1200,
      discountedPrice: 900,
      imgUrl: 'https://cdn.example/pot.jpg',
      attributes: [{ key: 'featured', value: ['true'] }],
    });
    expect((await runCatalogImport(store.db, fromText(text))).message).toBe('0 new, 0 changed, 1 unchanged');
    expect(await importCatalog(store.db, fromText(text.replace('900', '950')))).toMatchObject({ added: 0, changed: 1 });
    expect(await product('pot')).toEqual({ ...before, discountedPrice: 950 });
  });

  it('keeps the texts, pictures, options and category of a product for which a list of prices has no columns', async () => {
    const columns = 'Handle,Title,Body (HTML),Type,Tags,Option1 Name,Option1 Value,Variant Price,Image Src';
    const row = 'kadhai,Kadhai,Heavy iron.,Cookware,featured,Size,24 cm,900,https://cdn.example/kadhai.jpg';
    await importCatalog(store.db, fromText(`${columns}\n${row}\n`));
    const before = await product('kadhai');
    expect(before).toMatchObject({ description: 'Heavy iron.', category: 'Cookware', regularPrice: 900 });
    const prices = 'Handle,Title,Variant Price\nkadhai,Kadhai,850\n';
    expect(await importCatalog(store.db, fromText(prices))).toMatchObject({ added: 0, changed: 1, withdrawn: 0 });
    expect(await product('kadhai')).toEqual({ ...before, regularPrice: 850 });
    const tagged = 'Handle,Title,Variant Price,Tags\nkadhai,Kadhai,850,iron\n';
    await importCatalog(store.db, fromText(tagged));
    expect((await product('kadhai')).attributes).toEqual([{ key: 'size', value: ['24 cm'] }]);
  });

  it('keeps the regular price of a reduced product for which a list of prices has no column, while it is the higher one', async () => {
    await importCatalog(store.db, fromText(`${header}\ntawa,Tawa,Cookware,,true,900,1200,\n`));
    const list = (price: number) => fromText(`Handle,Title,Variant Price\ntawa,Tawa,${price}\n`);
    expect(await importCatalog(store.db, list(900))).toMatchObject({ changed: 0, unchanged: 1 });
    await importCatalog(store.db, list(850));
    expect(await product('tawa')).toMatchObject({ regularPrice: 1200, discountedPrice: 850 });
    await importCatalog(store.db, list(1200));
    expect(await product('tawa')).toMatchObject({ regularPrice: 1200, discountedPrice: null });
    await importCatalog(store.db, list(1100));
    expect(await product('tawa')).toMatchObject({ regularPrice: 1100, discountedPrice: null });
  });

  it('puts no sale on another choice for which a list of prices has no column', async () => {
    const columns = 'Handle,Title,Option1 Name,Option1 Value,Variant Price';
    const start = (...rows: string[]) =>
      importCatalog(store.db, fromText([`${columns},Variant Compare At Price`, ...rows].join('\n')));
    const list = (...rows: string[]) => importCatalog(store.db, fromText([columns, ...rows].join('\n')));
    await start('pie,Pie,Weight,1 kg,900,1200');
    await list('pie,Pie,Weight,1/2 kg,500', 'pie,,,1 kg,900');
    expect(await product('pie')).toMatchObject({ title: 'Pie (1 kg)', regularPrice: 1200, discountedPrice: 900 });
    expect(await product('pie--1-2-kg')).toMatchObject({ regularPrice: 500, discountedPrice: null });

    const reduced = ['pie,Pie,Weight,1/2 kg,500,700', 'pie,,,1 kg,900,'];
    await start(...reduced);
    await list('pie,Pie,Weight,1/2 kg,450', 'pie,,,1 kg,900');
    expect(await product('pie--1-2-kg')).toMatchObject({ regularPrice: 700, discountedPrice: 450 });
    await list('pie,Pie,Weight,1/4 kg,300', 'pie,,,1/2 kg,450');
    expect(await product('pie--1-4-kg')).toMatchObject({ regularPrice: 300, discountedPrice: null });
    expect(await product('pie--1-2-kg')).toMatchObject({ regularPrice: 700, discountedPrice: 450 });
    await start(...reduced);
    await list('pie,Pie,Weight,1 kg,650');
    expect(await product('pie--1-kg')).toMatchObject({ title: 'Pie', regularPrice: 650, discountedPrice: null });
    await store.db.deleteFrom('product').where('handle', 'like', 'pie%').execute();
  });

  describe('the id of a choice', () => {
    const columns =
      'Handle,Title,Option1 Name,Option1 Value,Variant Inventory Qty,Variant Inventory Policy,Variant Price';
    /** Imports a product with these sizes, prices and quantities. */
    const importSizes = (...sizes: [size: string, price: number, quantity: number][]) =>
      importCatalog(
        store.db,
        fromText(
          [columns, ...sizes.map(([size, price, left]) => `sari,Sari,Size,${size},${left},deny,${price}`)].join('\n'),
        ),
      );
    /** Lists the products with their sizes and prices. */
    const listSizes = async () => {
      const rows = await store.db
        .selectFrom('product')
        .selectAll()
        .where('title', 'like', 'Sari%')
        .orderBy('handle')
        .execute();
      return rows.map(({ handle, id, attributes, regularPaise }) => {
        expect(id).toBe(createProductId(handle));
        return `${handle}: ${attributes.flatMap(({ value }) => value).join(' ')} ${regularPaise / 100}`;
      });
    };
    afterEach(async () => {
      await store.db.deleteFrom('product').where('handle', 'like', 'sari%').execute();
    });
    const forgetChoices = () => store.db.updateTable('product').set({ choices: '[]' }).execute();

    it('stays when a cheaper choice appears, and when the cheapest is sold out and comes back', async () => {
      await importSizes(['L', 900, 1]);
      await importSizes(['S', 500, 1], ['L', 900, 1]);
      expect(await listSizes()).toEqual(['sari: L 900', 'sari--s: S 500']);
      await importSizes(['S', 500, 0], ['L', 900, 1]);
      expect(await listSizes()).toEqual(['sari: L 900']);
      await importSizes(['S', 500, 1], ['L', 900, 0]);
      expect(await listSizes()).toEqual(['sari--s: S 500']);
      await importSizes(['S', 500, 1], ['L', 900, 1]);
      expect(await listSizes()).toEqual(['sari--l: L 900', 'sari--s: S 500']);
      await importSizes(['S', 500, 0], ['L', 900, 0], ['M', 700, 1]);
      expect(await listSizes()).toEqual(['sari--m: M 700']);
    });

    it('stays when one of two choices of a price is sold out, or costs more than the other', async () => {
      await importSizes(['S', 500, 1], ['M', 900, 1], ['L', 900, 1]);
      expect(await listSizes()).toEqual(['sari: S 500', 'sari--m-l: M L 900']);
      await importSizes(['S', 500, 1], ['M', 900, 0], ['L', 900, 1]);
      expect(await listSizes()).toEqual(['sari: S 500', 'sari--m-l: L 900']);
      await importSizes(['S', 900, 1], ['L', 900, 1]);
      expect(await listSizes()).toEqual(['sari: S L 900']);
      await importSizes(['S', 950, 1], ['M', 900, 1], ['L', 900, 1]);
      expect(await listSizes()).toEqual(['sari: M L 900', 'sari--s: S 950']);
    });

    it('stays when other words name the only choice', async () => {
      await importSizes(['L', 900, 1]);
      await importSizes(['Large', 950, 1]);
      expect(await listSizes()).toEqual(['sari: Large 950']);
    });

    it.each<[string, [string, number, number][], [string, number, number][], string[]]>([
      [
        'several prices',
        [
          ['S', 500, 1],
          ['L', 900, 1],
        ],
        [
          ['S', 1000, 1],
          ['L', 900, 1],
        ],
        ['sari: S 1000', 'sari--l: L 900'],
      ],
      [
        'one price',
        [['L', 900, 1]],
        [
          ['S', 500, 1],
          ['L', 900, 1],
        ],
        ['sari: L 900', 'sari--s: S 500'],
      ],
      [
        'a product without options',
        [['Default Title', 900, 1]],
        [
          ['S', 500, 1],
          ['L', 900, 1],
        ],
        ['sari: L 900', 'sari--s: S 500'],
      ],
    ])('stays for %s that an earlier release stored', async (_case, before, after, expected) => {
      await importSizes(...before);
      await forgetChoices();
      await importSizes(...after);
      expect(await listSizes()).toEqual(expected);
    });

    it.each<[string, string[], string[]]>([
      [
        'a cheaper weight is new',
        ['1/2 kg Red 300', '1 kg Red 500', '2 kg Red 900'],
        ['sari: 500', 'sari--1-2-kg: 300', 'sari--2-kg: 900'],
      ],
      ['the cheaper weight is gone', ['2 kg Red 900'], ['sari--2-kg: 900']],
      ['both weights cost the same', ['1 kg Red 900', '2 kg Red 900'], ['sari: 900']],
    ])(
      'stays for products with two options that an earlier release stored, when %s',
      async (_case, after, expected) => {
        const names = 'Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant Price';
        const toRow = (choice: string) => choice.replace(/(.*) Red (.*)/, 'sari,Sari,Weight,$1,Color,Red,$2');
        const importChoices = (choices: string[]) =>
          importCatalog(store.db, fromText([names, ...choices.map(toRow)].join('\n')));
        await importChoices(['1 kg Red 500', '2 kg Red 900']);
        await forgetChoices();
        await importChoices(after);
        expect((await listSizes()).map((product) => product.replace(' Red', ''))).toEqual(expected);
      },
    );

    it('stays for as many products as possible when choices change their prices', async () => {
      await importSizes(['S', 400, 1], ['M', 400, 1], ['L', 900, 1]);
      await importSizes(['S', 500, 1], ['L', 500, 1], ['M', 900, 1]);
      expect(await listSizes()).toEqual(['sari: M 900', 'sari--l: S L 500']);
    });

    it('is that of no other product of the file with such a handle', async () => {
      await importSizes(['L', 900, 1]);
      const other = 'sari--s,Other,Size,One,1,deny,100';
      const rows = ['sari,Sari,Size,S,1,deny,500', 'sari,,,L,1,deny,900'];
      for (const lines of [
        [...rows, other],
        [other, ...rows],
      ]) {
        expect(await importCatalog(store.db, fromText([columns, ...lines].join('\n')))).toMatchObject({ problems: [] });
        expect(await listSizes()).toEqual(['sari: L 900', 'sari--s--2: S 500']);
        expect(await product('sari--s')).toMatchObject({ title: 'Other' });
      }
    });
  });

  it('names the pairs of size and colour that a price sells, where it does not sell each of them', async () => {
    const columns = 'Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant Price';
    const rows = ['kada,,,L,,Silver,1200', 'kada,,,S,,Gold,1200', 'kada,,,L,,Gold,1500'];
    await importCatalog(store.db, fromText([columns, 'kada,Kada,Size,S,Colour,Silver,1000', ...rows].join('\n')));
    const kadas = await store.db.selectFrom('product').selectAll().where('title', 'like', 'Kada%').execute();
    const prices = await Promise.all(
      kadas.map(async ({ handle, regularPaise }) => [regularPaise / 100, (await product(handle)).soldChoices]),
    );
    expect(Object.fromEntries(prices)).toEqual({
      1000: undefined,
      1200: [
        { size: 'L', color: 'Silver' },
        { size: 'S', color: 'Gold' },
      ],
      1500: undefined,
    });
  });

  it('puts nothing on sale again by a list of prices without columns for publication and stock', async () => {
    const columns = 'Option1 Name,Option1 Value,Variant Inventory Qty,Variant Inventory Policy,Variant Price';
    const importAll = (left: number, status: string) =>
      importCatalog(
        store.db,
        fromText(
          [
            `Handle,Title,Status,${columns}`,
            `tunic,Tunic,active,Size,S,${left},deny,900`,
            'tunic,,,,M,5,deny,900',
            `sample-pot,Sample pot,${status},Title,Default Title,1,deny,50`,
            `diya,Diya,active,Title,Default Title,${left},deny,50`,
          ].join('\n'),
        ),
      );
    const sizes = ['tunic,Tunic,Size,S,950', 'tunic,,,M,950', 'tunic,,,L,950'];
    const others = ['sample-pot,Sample pot,,,60', 'diya,Diya,,,60'];
    const prices = fromText(['Handle,Title,Option1 Name,Option1 Value,Variant Price', ...sizes, ...others].join('\n'));
    const listSold = async () => {
      const [tunic, ...rest] = await Promise.all(['tunic', 'sample-pot', 'diya'].map(product));
      return [tunic.attributes[0].value, ...rest.map((one) => !('error' in one))];
    };
    await importAll(0, 'draft');
    expect((await runCatalogImport(store.db, prices)).message.split('\n')).toEqual([
      '1 product not for sale: not published',
      '1 product not for sale: sold out',
      '3 products withheld as in an earlier import, or choices of them: the file lacks the columns Published and Status, or Variant Inventory Qty and Variant Inventory Policy',
      '0 new, 1 changed, 0 unchanged',
    ]);
    expect(await listSold()).toEqual([['M', 'L'], false, false]);
    await importCatalog(store.db, fromText('Handle,Title,Variant Price\nsample-pot,Sample pot,60\ndiya,Diya,60\n'));
    expect(await listSold()).toEqual([['M', 'L'], false, false]);
    await importAll(1, 'active');
    expect(await importCatalog(store.db, prices)).toMatchObject({ withheld: 0 });
    expect(await listSold()).toEqual([['S', 'M', 'L'], true, true]);
  });

  describe('the record of what is sold out', () => {
    const recordName = 'withheld-offer/tee';
    const options = 'Option1 Name,Option1 Value';
    const stock = 'Variant Inventory Qty,Variant Inventory Policy';
    /** Gives a file with the quantities of the sizes S and M, and further rows. */
    const sizes = (small: number, medium: number, ...more: string[]) => [
      `Handle,Title,${options},${stock},Variant Price`,
      `tee,Tee,Size,S,${small},deny,900`,
      `tee,,,M,${medium},deny,900`,
      ...more,
    ];
    /** Gives a file without options, with the quantities of its rows. */
    const rows = (...quantities: number[]) => [
      `Handle,Title,${stock},Variant Price`,
      ...quantities.map((left) => `tee,Tee,${left},deny,900`),
    ];
    const importLines = (lines: string[]) => importCatalog(store.db, fromText(lines.join('\n')));
    /** Reads the sizes of the product. Undefined when it is not for sale. */
    const readSizes = async () => {
      const { attributes } = await product('tee');
      return attributes && (attributes[0]?.value ?? []);
    };
    afterEach(async () => {
      await store.db.deleteFrom('product').where('handle', 'like', 'tee%').execute();
      await store.db.deleteFrom('storedValue').where('name', '=', recordName).execute();
    });

    it.each<[string, string[], string[][], string[] | undefined, string[] | undefined]>([
      ['one of two rows without options is sold out', [], [sizes(5, 5), rows(0, 5)], ['S', 'M'], ['S', 'M']],
      ['the only row without options is sold out', [], [sizes(5, 5), rows(0)], undefined, undefined],
      ['a size is sold out, and the row without options is not', [], [sizes(0, 5), rows(5)], ['M'], ['M']],
      ['a size is sold out, and the row without options was', [], [sizes(0, 5), rows(0), rows(5)], [], ['M']],
      ['all sizes are sold out', [], [sizes(0, 0)], undefined, undefined],
      ['all sizes were sold out, and the row without options is not', [], [sizes(0, 0), rows(5)], [], ['S', 'M']],
      ['a file without options is skipped', [], [sizes(0, 5, 'tee,,,L,5,deny,1200'), rows(5)], ['M'], ['M']],
      ['an earlier release recorded a row without options', [''], [], undefined, undefined],
      ['an earlier release recorded all sizes', ['', 'S', 'M'], [], undefined, undefined],
      ['an earlier release recorded a size', ['S'], [], [], ['M']],
    ])('counts in a list of prices when %s', async (_case, soldOut, files, ...sold) => {
      await setValue(store.db, recordName, JSON.stringify({ isPublished: true, soldOut }));
      for (const lines of files) await importLines(lines);
      await importLines(['Handle,Title,Variant Price', 'tee,Tee,950']);
      const withoutOptions = await readSizes();
      await importLines([`Handle,Title,${options},Variant Price`, 'tee,Tee,Size,S,950', 'tee,,,M,950']);
      expect([withoutOptions, await readSizes()]).toEqual(sold);
    });
  });

  it.each<[string, string, (string | null)[]]>([
    ['Type', 'Kurta', ['Women', 'Kurta', 'Women']],
    ['Type,Tags', 'Kurta,Silk', ['Women', 'Kurta', 'Women']],
    ['Tags', 'Cookware', ['Women', 'Kurta', 'Women']],
    ['Product Category', 'Furniture > Sofas', ['Women', 'Kurta', 'Women']],
    ['Product Category', 'Home & Garden > Cookware', ['Cookware', 'Kurta', null]],
    ['Type', 'Women', ['Women', 'Kurta', 'Women']],
    ['Type', 'Cookware', ['Cookware', null, null]],
    ['Type,Tags,Product Category,Google Shopping / Gender', 'Kurta,,,unisex', ['Accessories', 'Kurta', 'Unisex']],
  ])('classifies a product again by the columns %s with %s as %j', async (names, values, expected) => {
    const all = 'Handle,Title,Type,Tags,Variant Price\nanarkali,Anarkali,Kurta,"Women, Cotton",900\n';
    await importCatalog(store.db, fromText(all));
    const part = `Handle,Title,${names},Variant Price\nanarkali,Anarkali,${values},950\n`;
    const { message } = await runCatalogImport(store.db, fromText(part));
    const stored = store.db.selectFrom('product').selectAll().where('handle', '=', 'anarkali');
    const { category, parentCategory, gender } = await stored.executeTakeFirstOrThrow();
    expect([category, parentCategory, gender]).toEqual(expected);
    expect(message.includes('in Accessories')).toBe(category === 'Accessories');
    await store.db.deleteFrom('product').where('handle', '=', 'anarkali').execute();
  });

  it('gives a new price of a product its texts, pictures and category, for which a list of prices has no columns', async () => {
    const columns = 'Handle,Title,Body (HTML),Type,Option1 Name,Option1 Value,Variant Price,Image Src';
    await importCatalog(
      store.db,
      fromText(`${columns}\ntadka,Tadka,Iron.,Cookware,Size,S,900,https://cdn.example/t.jpg\n`),
    );
    const list = 'Handle,Title,Option1 Name,Option1 Value,Variant Price';
    await importCatalog(store.db, fromText(`${list}\ntadka,Tadka,Size,S,900\ntadka,,,L,1200\n`));
    expect(await product('tadka--l')).toMatchObject({
      ...{ title: 'Tadka (L)', regularPrice: 1200, category: 'Cookware', description: 'Iron.' },
      ...{ imgUrl: 'https://cdn.example/t.jpg', attributes: [{ key: 'size', value: ['L'] }] },
    });
  });

  it('leaves a product as it is when the price of one of its variants cannot be read', async () => {
    const file = (price: string) =>
      fromText(`${header},Option1 Name,Option1 Value\nlota,Lota,,,true,900,,,Size,S\nlota,,,,,${price},,,,L\n`);
    await importCatalog(store.db, file('1700'));
    const before = await Promise.all(['lota', 'lota--l'].map(product));
    expect((await runCatalogImport(store.db, file('17OO'))).message.split('\n')).toEqual([
      'line 3 has the price "17OO", so lota is skipped: still on sale at ₹900',
      '0 new, 0 changed, 0 unchanged',
      expect.stringContaining('The file contains no product that can be imported'),
    ]);
    expect(await Promise.all(['lota', 'lota--l'].map(product))).toEqual(before);
  });

  it('names the images of colours of an import and of the seed catalogue for a named product, and not in a list', async () => {
    const columns = 'Handle,Title,Option1 Name,Option1 Value,Variant Price,Image Src,Variant Image';
    const [front, red] = ['front', 'red'].map((name) => `https://cdn.example/${name}.jpg`);
    const text = `${columns}\nscarf,Scarf,Color,Red,900,${front},${red}\nscarf,,,Blue,900,,\n`;
    await importCatalog(store.db, fromText(text));
    expect((await product('scarf')).colorImages).toEqual([{ color: 'Red', url: red }]);
    expect((await runCatalogImport(store.db, fromText(text))).message).toBe('0 new, 0 changed, 1 unchanged');
    const kurta = await product('block-print-kurta');
    expect(kurta.colorImages).toEqual([
      { color: 'Madder', url: kurta.images[0].url },
      { color: 'Indigo', url: kurta.images[4].url },
    ]);
    const { data } = (await store.get('/products?limit=100')).json<ProductListJson>();
    const listed = data.find(({ id }) => id === kurta.id);
    expect(listed).toHaveProperty('images');
    expect(listed).not.toHaveProperty('colorImages');
  });

  it('says which category the products of each foreign category have', async () => {
    const path = 'Home & Garden > Kitchen & Dining > Cookware';
    const rows = [
      `pan,Pan,${path},,true,9,,`,
      `wok,Wok,${path},,true,9,,`,
      'sofa,Sofa,Furniture,,true,9,,',
      'box,Box,cookware,,true,9,,',
    ];
    expect((await runCatalogImport(store.db, fromText([header, ...rows].join('\n')))).message).toBe(
      [
        `category "${path}" is Cookware: 2 products`,
        'category "Furniture" fits none of the shop: 1 product in Accessories, with the name as sub-category',
        '4 new, 0 changed, 0 unchanged',
      ].join('\n'),
    );
  });

  it('shows a product of the type Men to a shopper who filters by the gender Men', async () => {
    const rows = ['kurta,Cotton kurta,Men,,true,1499,,', 'vest,Vest,Apparel > Men > Vests,,true,499,,'];
    await importCatalog(store.db, fromText([header, ...rows, 'cap,Cap,Mens,,true,99,,'].join('\n')));
    const { data } = (await store.get('/products?category=men&gender=Men&limit=100')).json<ProductListJson>();
    expect(data.map(({ title }) => title)).toEqual(expect.arrayContaining(['Cotton kurta', 'Vest', 'Cap']));
  });

  it('refuses prices in another currency, and stores nothing', async () => {
    const text = 'Handle,Title,Variant Price,Currency\nclock,Clock,10,USD\n';
    expect(await runCatalogImport(store.db, fromText(text))).toEqual({
      ok: false,
      message:
        'The prices are in USD, and the shop sells in rupees: add --rate with the rupees for one USD, such as --rate 83.5.',
    });
    expect(await product('clock')).toEqual({ error: 'Product not found.' });
    await runCatalogImport(store.db, fromText(text), { rate: 83.5 });
    expect(await product('clock')).toMatchObject({ regularPrice: 835 });
  });

  it('leaves a product without an image without one', async () => {
    await importCatalog(store.db, fromText(`${header}\nplain/pan,Plain pan,Cookware,,true,10,,\n`));
    expect(await product('plain/pan')).toMatchObject({ imgUrl: null, images: [] });
  });

  it('stores nothing when the database rejects one product', async () => {
    const before = await store.get('/products?limit=1');
    const text = `${header}\nfirst,First,,,true,1,,\nsecond,Second\u0000,,,true,1,,\n`;
    expect((await runCatalogImport(store.db, fromText(text))).ok).toBe(false);
    await store.db.schema.alterTable('product').addCheckConstraint('no_third', sql`handle <> 'third'`).execute();
    await expect(
      importCatalog(store.db, fromText(`${header}\nfirst,First,,,true,1,,\nthird,Third,,,true,1,,\n`)),
    ).rejects.toThrow();
    await store.db.schema.alterTable('product').dropConstraint('no_third').execute();
    expect((await store.get('/products?limit=1')).json().count).toBe(before.json().count);
  });

  it('takes products off sale that the file withdraws, and leaves unreadable ones on sale with a line that says so', async () => {
    const rows = ['draft', 'free', 'odd', 'kept'].map((name) => `${name},${name},,,true,9,,`);
    await importCatalog(store.db, fromText([header, ...rows].join('\n')));
    const next = ['draft,draft,,,false,9,,', 'free,free,,,true,0,,', 'odd,odd,,,true,cheap,,', 'kept,kept,,,true,9,,'];
    const { message } = await runCatalogImport(store.db, fromText([header, ...next].join('\n')));
    expect(message.split('\n')).toEqual([
      'line 4 has the price "cheap", so odd is skipped: still on sale at ₹9',
      '1 product not for sale: not published',
      '1 product not for sale: without a price above 0',
      '2 products left the sale',
      '0 new, 0 changed, 1 unchanged',
    ]);
    expect(
      await Promise.all(['draft', 'free', 'odd', 'kept'].map(async (name) => 'error' in (await product(name)))),
    ).toEqual([...[true, true, false, false]]);
  });

  it('takes a product of the seed catalogue off sale for good, until a later import sells it again', async () => {
    const row = (published: boolean) => fromText(`${header}\ntoaster,My toaster,,,${published},9,,\n`);
    const seedAgain = async () => {
      await setValue(store.db, seedDigestName, 'an earlier catalogue');
      await seedProducts(store.db, seedCatalog);
    };
    expect(await importCatalog(store.db, row(false))).toMatchObject({ withdrawn: 1 });
    await seedAgain();
    expect(await product('toaster')).toHaveProperty('error');
    await importCatalog(store.db, row(true));
    await seedAgain();
    expect(await product('toaster')).toMatchObject({ title: 'My toaster' });
    expect(await listWithdrawnSeed(store.db)).toEqual([]);
    await importCatalog(store.db, row(false));
    await seedAgain();
    expect(await product('toaster')).toHaveProperty('error');
  });

  it('changes the products of a product with several prices together', async () => {
    const cake = (small: string, large: string) =>
      fromText(
        `${header},Option1 Name,Option1 Value\ncake,Cake,,,true,${small},,,Weight,1 kg\ncake,,,,,${large},,,,2 kg\n`,
      );
    expect(await importCatalog(store.db, cake('900', '1700'))).toMatchObject({ added: 2 });
    expect(await product('cake--2-kg')).toMatchObject({
      title: 'Cake (2 kg)',
      regularPrice: 1700,
      otherPrices: [{ id: createProductId('cake'), title: 'Cake (1 kg)', price: 900 }],
    });
    expect(await importCatalog(store.db, cake('900', '1700'))).toMatchObject({ unchanged: 2, withdrawn: 0 });
    expect(await importCatalog(store.db, cake('900', '900'))).toMatchObject({ changed: 1, withdrawn: 1 });
    expect(await product('cake')).toMatchObject({ title: 'Cake', regularPrice: 900 });
    expect(await product('cake')).not.toHaveProperty('otherPrices');
    expect(await product('cake--2-kg')).toHaveProperty('error');
  });

  it.each([
    [['pie,,1750'], 'has several prices and no option that tells them apart, so pie is skipped'],
    [[], 'names no option, so pie with its several prices is skipped'],
    [['pie,,950'], 'names no option, so pie with its several prices is skipped'],
  ])(
    'leaves the products of several prices as they are when a list has no options, and the rows %j',
    async (more, reason) => {
      const rows = ['pie,Pie,,,true,900,,,Weight,1 kg', 'pie,,,,,1700,,,,2 kg'];
      await importCatalog(store.db, fromText([`${header},Option1 Name,Option1 Value`, ...rows].join('\n')));
      const before = await Promise.all(['pie', 'pie--2-kg'].map(product));
      const list = ['Handle,Title,Variant Price', 'pie,Pie,950', ...more].join('\n');
      expect((await runCatalogImport(store.db, fromText(list))).message.split('\n')).toEqual([
        `line 2 ${reason}: still on sale at ₹900`,
        '0 new, 0 changed, 0 unchanged',
        'The file contains no product that can be imported: correct the lines above, or export the file again.',
      ]);
      expect(await Promise.all(['pie', 'pie--2-kg'].map(product))).toEqual(before);
      expect(await product('pie--2')).toHaveProperty('error');
    },
  );

  it('reads the rows of a product that are not together', async () => {
    const rows = [
      'sari,Sari,,,true,9,,https://cdn.example/a.jpg',
      'other,Other,,,true,9,,',
      'sari,,,,,,,https://cdn.example/b.jpg',
    ];
    expect(await importCatalog(store.db, fromText([header, ...rows].join('\n')))).toMatchObject({
      added: 2,
      problems: [],
    });
    expect((await product('sari')).images).toHaveLength(2);
  });

  it('fits its report to a screen, and names the products that a complete file lacks', async () => {
    const many = Array.from({ length: 300 }, (_, index) => `p${index},P${index},,,true,9,,`);
    const progress: number[] = [];
    const onProgress = (products: number) => void progress.push(products);
    await runCatalogImport(store.db, fromText([header, ...many].join('\n')), { onProgress });
    expect(progress).toEqual([50, 100, 150, 200, 250, 300]);
    const broken = many.slice(1).map((row, index) => (index < 50 ? row.replace(',9,', ',cheap,') : row));
    const lines = (await runCatalogImport(store.db, fromText([header, ...broken].join('\n')))).message.split('\n');
    expect(lines).toHaveLength(11);
    expect(lines[8]).toBe('… and 42 more lines with problems');
    expect(lines[9]).toMatch(
      /^Not in the file and still on sale: .*To take them off sale, import them with the status draft\.$/,
    );
  });

  it('stores at most fifty products, and those of one product of the file more, in a transaction', async () => {
    const variants = Array.from({ length: 30 }, (_, index) => `,,,true,${index + 1},,,Weight,${index + 1} kg`);
    const rows = ['rice', 'dal', 'atta'].flatMap((name) => variants.map((variant) => `${name},${name}${variant}`));
    const progress: number[] = [];
    const onProgress = (products: number) => void progress.push(products);
    const text = [`${header},Option1 Name,Option1 Value`, ...rows].join('\n');
    expect(await importCatalog(store.db, fromText(text), { onProgress })).toMatchObject({ added: 90 });
    expect(progress).toEqual([2, 3]);
  });

  for (const [name, { added, lines }] of realExports) {
    const file = resolve(exportsDir, name);
    const test = existsSync(file) ? it : it.skip;
    test(`imports the real export ${name}, and changes nothing the second time${existsSync(file) ? '' : ' (absent)'}`, async () => {
      const source = fromText(readFileSync(file));
      const report = await importCatalog(store.db, source);
      expect(report.added).toBe(added);
      const text = formatImportReport(report);
      for (const line of lines) expect(text).toContainEqual(expect.stringMatching(line));
      expect(text.length).toBeLessThan(40);
      expect(await importCatalog(store.db, source)).toMatchObject({
        added: 0,
        changed: 0,
        withdrawn: 0,
        unchanged: report.added,
      });
    });
  }
});
