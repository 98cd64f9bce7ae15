import { fromText } from '../testing/catalog-text';
import { type CsvRow, NotAShopifyExportError, readCatalogRows } from './catalog-file';
import { convertHtmlToText } from './html-to-text';
import { collectCurrencies, getRupeesPerUnit } from './import-currency';
import { readCatalogEntry } from './shopify-catalog';
import { classify } from './shopify-classification';
import { parseShopifyRow, type ShopifyRow } from './shopify-rows';

async function listRows(content: string | Uint8Array) {
  const rows: CsvRow[] = [];
  for await (const row of readCatalogRows(fromText(content))) rows.push(row);
  return rows;
}

/** Reads a file. */
async function readFile(content: string | Uint8Array, options = {}) {
  const csvRows = await listRows(content);
  const currencies = new Set<string>();
  for (const row of csvRows) collectCurrencies(row, currencies);
  const rate = getRupeesPerUnit(currencies, options);
  const groups = new Map<string, ShopifyRow[]>();
  for (const row of csvRows.map((csvRow) => parseShopifyRow(csvRow, rate))) {
    groups.set(row.handle, [...(groups.get(row.handle) ?? []), row]);
  }
  return [...groups].map(([handle, rows]) => readCatalogEntry(handle, rows));
}

const readProducts = async (content: string | Uint8Array, options = {}) =>
  (await readFile(content, options)).flatMap((entry) => (entry.kind === 'products' ? entry.products : []));

const options = 'Option1 Name,Option1 Value,Option2 Name,Option2 Value';
const inventory = 'Variant Inventory Qty,Variant Inventory Policy';
const header = `Handle,Title,Body (HTML),Type,Tags,Published,Status,${options},${inventory},Variant Price,Variant Compare At Price,Image Src,Image Position,Image Alt Text`;

function createExport(...rows: Record<string, string>[]): string {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const lines = rows.map((row) =>
    header
      .split(',')
      .map((name) => quoted(row[name] ?? ''))
      .join(','),
  );
  return [header, ...lines].join('\n');
}

const shirt = { Handle: 'shirt', Title: 'Shirt', 'Variant Price': '50', Published: 'true' };

/** A product with two sizes and a colour, as each kind of file writes it. */
const rows = [
  ['Handle', 'Title', 'Option1 Name', 'Option1 Value', 'Variant Price', 'Image Src', 'Published'],
  ['shirt', 'Shirt', 'Size', 'M', '50', 'https://cdn.example/a.jpg', 'true'],
  ['shirt', '', '', 'L', '50', '', ''],
];
const write = (separator: string, table = rows) => table.map((row) => row.join(separator)).join('\r\n');
const rename = (names: string[]) => [names, ...rows.slice(1)];
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

describe('readCatalogRows', () => {
  it('reads quotes, all kinds of line ends and a byte-order mark, with the first line of each row', async () => {
    const text = '\ufeffHandle, Title ,Variant Price\r\n"1, ""one""","x\ny",3\r4,5,6\n\n';
    expect(await listRows(text)).toEqual([
      { line: 2, cells: { handle: '1, "one"', title: 'x\ny', 'variant price': '3' } },
      { line: 4, cells: { handle: '4', title: '5', 'variant price': '6' } },
    ]);
  });

  it.each<[string, string | Uint8Array]>([
    ['commas', write(',')],
    ['semicolons', write(';')],
    ['tabs', write('\t')],
    ['a sep line', `sep=;\r\n${write(';')}`],
    ['a byte-order mark and a sep line', `\ufeffsep=,\n${write(',')}`],
    ['UTF-16', utf16(write('\t'))],
    ['names in capitals', write(',', rename((rows[0] ?? []).map((name) => name.toUpperCase())))],
    [
      'names of the present template',
      write(
        ',',
        rename([
          'URL handle',
          'Title',
          'Option1 name',
          'Option1 value',
          'Price',
          'Product image URL',
          'Published on online store',
        ]),
      ),
    ],
    [
      'mixed names',
      write(
        ',',
        rename(['handle', 'TITLE', 'Option1 Name', 'option1  value', 'price', 'Product Image URL', 'published']),
      ),
    ],
  ])('reads a file with %s', async (_kind, content) => {
    expect(await readProducts(content)).toEqual([
      expect.objectContaining({
        handle: 'shirt',
        regularPaise: 5000,
        attributes: [{ key: 'size', value: ['M', 'L'] }],
        images: [{ url: 'https://cdn.example/a.jpg', alt: 'Shirt' }],
      }),
    ]);
  });

  it.each<[string | Uint8Array, string]>([
    ['', 'The file is not a Shopify product export: export'],
    ['\x89PNG\r\n\x1a\n\0\0', 'The file is not a Shopify product export: export'],
    ['name,price\nx,1\n', 'The file is not a Shopify product export: export'],
    ['<?xml version="1.0"?><rss></rss>', 'The file is XML or HTML: export'],
    [
      'ID,Type,SKU,Name,Regular price,Categories\n1,simple,a,A,5,\n',
      'The file is a WooCommerce product export: export',
    ],
    ['Handle,Body\nx,1\n', 'The file lacks the columns Title, Variant Price: export'],
    ['Handle,Title,Variant Price\na,A,1\nb,x"y,2\n', 'Line 3 has broken quotes or another number of columns'],
    ['Handle,Title,Variant Price\na,A,1\nb,"B,2\n', 'has broken quotes or another number of columns'],
    ['Handle,Title,Variant Price\na,A,1\nb,B, large,2\n', 'Line 3 has broken quotes or another number of columns'],
    [Buffer.from('Handle,Title,Variant Price\na,Caf\xe9,1\n', 'latin1'), 'The file is not UTF-8 text'],
  ])('rejects %.20p with a message', async (content, message) => {
    await expect(readFile(content)).rejects.toThrow(NotAShopifyExportError);
    await expect(readFile(content)).rejects.toThrow(message);
  });
});

describe('readCatalogEntry', () => {
  it('creates one product from the rows of one handle', async () => {
    const [first, second] = ['b', 'a'].map((name) => `https://cdn.example/${name}.jpg`);
    const text = createExport(
      {
        ...shirt,
        'Option1 Name': 'SIZE',
        'Option1 Value': 'S',
        'Option2 Name': 'Colour',
        'Option2 Value': 'Red',
        'Variant Compare At Price': '60',
        'Image Src': first ?? '',
        'Image Position': '2',
      },
      { Handle: 'shirt', 'Option1 Value': 'M', 'Option2 Value': 'Red', 'Variant Price': '50' },
      { Handle: 'shirt', 'Option1 Value': 'S', 'Option2 Value': 'Blue', 'Variant Price': '50' },
      { Handle: 'shirt', 'Image Src': second ?? '', 'Image Position': '1' },
    );
    expect(await readProducts(text)).toEqual([
      expect.objectContaining({
        title: 'Shirt',
        groupHandle: null,
        regularPaise: 6000,
        discountedPaise: 5000,
        attributes: [
          { key: 'size', value: ['S', 'M'] },
          { key: 'color', value: ['Red', 'Blue'] },
        ],
        images: [
          { url: second, alt: 'Shirt' },
          { url: first, alt: 'Shirt' },
        ],
      }),
    ]);
  });

  it.each([
    ['exports', 'Handle,Title,Option1 Name,Option1 Value,Variant Price,Image Src,Variant Image'],
    ['the present template', 'URL handle,Title,Option1 name,Option1 value,Price,Product image URL,Variant image URL'],
  ])('finds the images of colours in files of %s', async (_kind, names) => {
    const url = (name: string) => `https://cdn.example/${name}.jpg`;
    const text = [
      names,
      `shirt,Shirt,Colour,Red,50,${url('front')},${url('red')}`,
      `shirt,,,Blue,50,${url('blue')},${url('blue')}`,
      `shirt,,,Green,50,,`,
      `shirt,,,Blue,50,,${url('front')}`,
      `shirt,,,Grey,50,,grey.jpg`,
    ].join('\n');
    expect(await readProducts(text)).toEqual([
      expect.objectContaining({
        images: ['front', 'blue', 'red'].map((name) => ({ url: url(name), alt: 'Shirt' })),
        colorImages: [
          { color: 'Red', image: 2 },
          { color: 'Blue', image: 1 },
        ],
      }),
    ]);
  });

  const variant = (size: string, price: string, more: Record<string, string> = {}) => ({
    Handle: 'cake',
    'Option1 Value': size,
    'Variant Price': price,
    ...more,
  });
  const cake = (size: string, price: string, more: Record<string, string> = {}) => ({
    Title: 'Cake',
    'Option1 Name': 'Weight',
    Published: 'true',
    ...variant(size, price, more),
  });
  const soldOut = { 'Variant Inventory Qty': '0', 'Variant Inventory Policy': 'deny' };

  it.each([
    ['one price', [cake('1 kg', '900'), variant('2 kg', '900')], [['cake', 'Cake', 90_000]]],
    [
      'several prices',
      [cake('2 kg', '1700'), variant('1 kg', '900'), variant('3 kg', '1700')],
      [
        ['cake--1-kg', 'Cake (1 kg)', 90_000],
        ['cake--2-kg-3-kg', 'Cake (2 kg, 3 kg)', 170_000],
      ],
    ],
    [
      'a cheaper variant that is sold out',
      [cake('1 kg', '900', soldOut), variant('2 kg', '1700')],
      [['cake', 'Cake', 170_000]],
    ],
    ['a variant for nothing', [cake('Sample', '0'), variant('2 kg', '1700')], [['cake', 'Cake', 170_000]]],
    [
      'a variant without stock that may be sold',
      [cake('1 kg', '900', { ...soldOut, 'Variant Inventory Policy': 'continue' })],
      [['cake', 'Cake', 90_000]],
    ],
    ['a grouped price', [cake('1 kg', '1,29,900.50')], [['cake', 'Cake', 12_990_050]]],
  ])('sells %s as it costs', async (_case, variants, expected) => {
    const products = await readProducts(createExport(...variants));
    expect(
      products.map(({ handle, title, discountedPaise, regularPaise }) => [
        handle,
        title,
        discountedPaise ?? regularPaise,
      ]),
    ).toEqual(expected);
  });

  it.each([
    ['unpublished', [cake('1 kg', '900', { Published: 'FALSE' })]],
    ['unpublished', [cake('1 kg', '900', { Status: 'Draft' })]],
    ['unpublished', [cake('1 kg', '900', { Status: 'unlisted' })]],
    ['unpublished', [cake('1 kg', '900', { Status: 'Hidden' })]],
    ['unpublished', [cake('1 kg', '900', { Status: 'Draft' }), variant('2 kg', '900', { Title: 'Other' })]],
    ['no-offer', [cake('1 kg', '0'), variant('2 kg', '0.00')]],
    ['sold-out', [cake('1 kg', '900', soldOut), variant('2 kg', '1700', soldOut)]],
  ])('withdraws a product that is %s', async (cause, variants) => {
    expect(await readFile(createExport(...variants))).toEqual([{ kind: 'withdrawn', handle: 'cake', line: 2, cause }]);
  });

  it.each([
    ['', true, []],
    ['Active', true, []],
    ['ARCHIVED', false, []],
    ['unlisted', false, []],
    ['Hidden', false, ['has the unknown status "Hidden": the product is not for sale']],
  ])('reads the status %p as published: %p, with the notices %j', async (status, isPublished, notices) => {
    const [row] = await listRows(createExport({ ...shirt, Status: status }));
    if (!row) throw new Error('The file has no row.');
    expect(parseShopifyRow(row, 1)).toMatchObject({ isPublished, notices });
  });

  const sized = (values: Record<string, string>) => ({
    ...shirt,
    'Option1 Name': 'Size',
    'Option1 Value': 'M',
    ...values,
  });

  it.each<[string, string, Record<string, string>]>([
    ['title', 'Shirt', { Title: 'Weekend Shirt' }],
    ['option', 'Size', { 'Option1 Name': 'Material' }],
  ])('names a later row with another %s', async (column, first, values) => {
    const [entry] = await readFile(createExport(sized({}), sized({ Title: '' }), sized(values)));
    const [other] = Object.values(values);
    const reason = `has the ${column} "${other}", and line 2 has "${first}", so shirt is skipped`;
    expect(entry).toEqual({ kind: 'problem', handle: 'shirt', problem: { line: 4, reason } });
  });

  it('reads a product whose rows repeat its title and its options in another case and with other spaces', async () => {
    const text = createExport(
      sized({ Title: 'Cotton Shirt' }),
      sized({ Title: 'cotton  SHIRT', 'Option1 Name': 'size', 'Option1 Value': 'L' }),
      sized({ Title: 'Cotton Shirt', 'Option1 Name': 'Sizes', 'Option1 Value': 'XL' }),
    );
    expect(await readProducts(text)).toMatchObject([
      { title: 'Cotton Shirt', attributes: [{ key: 'size', value: ['M', 'L', 'XL'] }] },
    ]);
  });

  it.each([
    ['Size', 'size'],
    ['SIZES', 'size'],
    ['Color', 'color'],
    ['Colors', 'color'],
    ['Colour', 'color'],
    ['Colours', 'color'],
  ])('stores the option %s under the key %s', async (name, key) => {
    const [entry] = await readFile(createExport({ ...shirt, 'Option1 Name': name, 'Option1 Value': 'x' }));
    expect(entry).toMatchObject({ products: [{ attributes: [{ key, value: ['x'] }] }], notes: [] });
  });

  it.each([
    ['', '', []],
    ['Uncategorized', 'Home & Garden > Cookware', ['Home & Garden > Cookware']],
    ['Furniture', 'Cookware', ['Furniture', 'Cookware']],
    ['Furniture &gt; Sofas', 'UNCATEGORIZED', ['Furniture > Sofas']],
  ])('reads the categories %j of Shopify and %j of Google as %j', async (own, google, googleCategories) => {
    const names = 'Handle,Title,Variant Price,Product Category,Google Shopping / Google Product Category';
    const [row] = await listRows(`${names}\nshirt,Shirt,50,${own},${google}`);
    if (!row) throw new Error('The file has no row.');
    expect(parseShopifyRow(row, 1)).toMatchObject({ googleCategories });
  });

  it('decodes entities in titles, types, options and alternative texts', async () => {
    const text = createExport({
      ...shirt,
      Title: 'Salt &amp; Pepper',
      Type: 'Cookware &gt; Pots',
      'Option1 Name': 'Size',
      'Option1 Value': '5&quot;',
      'Image Src': 'https://cdn.example/a.jpg',
      'Image Alt Text': 'Salt &amp; pepper',
    });
    expect(await readProducts(text)).toMatchObject([
      {
        title: 'Salt & Pepper',
        attributes: [{ key: 'size', value: ['5"'] }],
        images: [{ url: 'https://cdn.example/a.jpg', alt: 'Salt & pepper' }],
      },
    ]);
  });

  it.each(['constructor', 'Material'])('names the option %p that becomes no attribute', async (name) => {
    const [entry] = await readFile(createExport({ ...shirt, 'Option1 Name': name, 'Option1 Value': 'x' }));
    expect(entry).toMatchObject({ products: [{ attributes: [] }], notes: [{ kind: 'option', name }] });
  });

  it.each([
    ['Size', 100, 'products', undefined],
    ['Size', 101, 'problem', 'has a size that is too long for the shop, so shirt is skipped'],
    ['Colour', 101, 'problem', 'has a color that is too long for the shop, so shirt is skipped'],
    ['Material', 101, 'products', undefined],
  ])('reads the option %s with a value of %d characters as %s', async (name, length, kind, reason) => {
    const text = createExport(
      { ...shirt, 'Option1 Name': name, 'Option1 Value': 'S' },
      { Handle: 'shirt', 'Option1 Value': 'x'.repeat(length), 'Variant Price': '50' },
    );
    const [entry] = await readFile(text);
    expect(entry).toMatchObject({ kind, ...(reason && { problem: { line: 2, reason } }) });
  });

  it('ignores a compare-at price that is not above the price', async () => {
    const [product] = await readProducts(createExport({ ...shirt, 'Variant Compare At Price': '50' }));
    expect(product).toMatchObject({ regularPaise: 5000, discountedPaise: null });
  });
});

describe('classify', () => {
  it.each([
    ['cookware', ['Iron'], '', ['Cookware', 'Iron', null]],
    ['Kitchen-Storage', [], '', ['Kitchen Storage and Containers', null, null]],
    ['', ['men'], '', ['Men', null, 'Men']],
    ['Shirt', ['Summer'], 'female', ['Women', 'Shirt', 'Women']],
    ['Stole', [], 'unisex', ['Accessories', 'Stole', 'Unisex']],
    ['Outdoor', ['Pot', 'Plants'], '', ['Accessories', 'Outdoor', null]],
    ['Jacket', ['Accessories', 'men'], '', ['Accessories', 'Jacket', 'Men']],
    ['Men', ['Cotton'], '', ['Men', 'Cotton', 'Men']],
    ['Mens', [], '', ['Men', null, 'Men']],
    ['Apparel > Men > Kurtas', [], '', ['Men', 'Kurtas', 'Men']],
    ['Women', ['men'], 'unisex', ['Women', null, 'Women']],
    ['Women', ['men'], '', ['Women', null, 'Women']],
  ])('classifies the type %j with the tags %j and the gender %j as %j', (type, tags: string[], googleGender, ours) => {
    const { category, parentCategory, gender } = classify({ type, tags, googleGender }).classification;
    expect([category, parentCategory, gender]).toEqual(ours);
  });

  it('takes no type or tag as a sub-category that is too long to filter by', () => {
    const tags = ['x'.repeat(120), 'y'.repeat(100)];
    expect(classify({ type: 'z'.repeat(101), tags }).classification.parentCategory).toBe('y'.repeat(100));
  });
});

describe('categories of other shops', () => {
  it.each([
    ['Home & Garden > Kitchen & Dining > Cookware', [], 'Cookware', null, null, false],
    [
      'Home & Garden > Kitchen & Dining > Kitchen Tools & Utensils > Whisks',
      [],
      'Cooking Utensils',
      'Whisks',
      null,
      false,
    ],
    ['Tawas', ['Home & Garden > Kitchen & Dining > Cookware & Bakeware'], 'Cookware', 'Tawas', null, false],
    ['Tawas', ['Furniture > Sofas', 'Home & Garden > Cookware'], 'Cookware', 'Tawas', null, false],
    ['', ['Apparel > Jewelry', 'Home & Garden > Cookware'], 'Accessories', null, null, false],
    ['', ['1604'], 'Accessories', null, null, true],
    ['Sofa', ['Furniture > Sofas'], 'Accessories', 'Sofa', null, true],
    ["Men's", ['Furniture > Sofas'], 'Men', null, 'Men', false],
  ])(
    'the type %j with the categories %j',
    (type, googleCategories: string[], category, parentCategory, gender, isFallback) => {
      const found = classify({ type, tags: [], googleCategories });
      expect(found).toEqual({ classification: { category, parentCategory, gender }, isFallback });
    },
  );
});

describe('the currency of an export', () => {
  const price = async (text: string, options = {}) => (await readProducts(text, options))[0]?.regularPaise;
  const createPriced = (currency: string) => `Handle,Title,Variant Price,Currency\npan,Pan,10.50,${currency}\n`;
  const plain = 'Handle,Title,Variant Price\npan,Pan,10.50\n';

  it('is rupees, unless the file or the operator names another one', async () => {
    for (const text of [plain, createPriced('inr'), createPriced('')]) expect(await price(text)).toBe(1050);
  });

  it('is converted with the rate', async () => {
    expect(await price(createPriced('USD'), { rate: 83.5 })).toBe(87_675);
    expect(await price(plain, { currency: 'usd', rate: 2 })).toBe(2100);
  });

  it.each([
    [createPriced('USD'), {}, 'The prices are in USD, and the shop sells in rupees: add --rate'],
    [plain, { currency: 'eur' }, 'The prices are in EUR'],
    [`${createPriced('USD')}pot,Pot,5,EUR\n`, { rate: 80 }, 'The file has prices in USD, EUR'],
    [plain, { rate: 80 }, 'remove --rate, or name the currency'],
  ])('is refused: %.60j with %j', async (text, options, message) => {
    await expect(price(text, options)).rejects.toThrow(message);
  });
});

describe('convertHtmlToText', () => {
  it.each([
    ['<p>Clay &amp; copper</p><p>for&nbsp;plants</p>', 'Clay & copper\nfor plants'],
    ['one<br/>two<ul><li>three</li></ul>', 'one\ntwo\nthree'],
    ['<style>p{}</style><script>alert(1)</script>plain<!-- hidden -->', 'plain'],
    ['5 &lt; 6 and 7 > 6', '5 < 6 and 7 > 6'],
    ['  <b>bold</b>\n text ', 'bold text'],
    ['<table><tr><th>Weight</th><td>500 g</td></tr><tr><td>Care</td><td>Dry</td></tr>', 'Weight 500 g\nCare Dry'],
    ['<dl><dt>Weight</dt><dd>500 g</dd></dl>', 'Weight\n500 g'],
    ['<section>one</section><pre>two</pre>three<hr>four<blockquote>five</blockquote>', 'one\ntwo\nthree\nfour\nfive'],
    ['<article>one</article><figure><figcaption>two</figcaption></figure>', 'one\ntwo'],
    ['<details><summary>one</summary>two</details><center>three</center>four', 'one\ntwo\nthree\nfour'],
    ['one<table><caption>two</caption><tr><td>three</td></tr></table>four', 'one\ntwo\nthree\nfour'],
    ['<header>one</header><main>two<aside>three</aside></main><footer>four</footer>', 'one\ntwo\nthree\nfour'],
    ['<fieldset><legend>one</legend><address>two</address></fieldset>three', 'one\ntwo\nthree'],
    ['<p><![if !supportLists]>·<![endif]>one</p><?xml:namespace prefix = o /><o:p>two</o:p>', '·one\ntwo'],
    ['<!DOCTYPE html><!--[if mso]><p>no</p><![endif]-->one', 'one'],
    ['a <! b and c <? d', 'a <! b and c <? d'],
  ])('converts %p to %p', (html, text) => {
    expect(convertHtmlToText(html)).toBe(text);
  });
});
