import { convertHtmlToText } from './html-to-text';
import { parseShopifyCatalog } from './shopify-catalog';
import { classify } from './shopify-classification';
import { NotAShopifyExportError, parseCsv } from './shopify-rows';

const options = 'Option1 Name,Option1 Value,Option2 Name,Option2 Value';
const header = `Handle,Title,Body (HTML),Type,Tags,Published,${options},Variant Price,Variant Compare At Price,Image Src,Image Position`;

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

it('parseCsv reads quotes, all kinds of line ends and a byte-order mark, with the first line of each row', () => {
  const rows = parseCsv('\ufeffHandle, Title ,Variant Price\r\n"1, ""one""","x\ny",3\r4,5,6\n\n');
  expect(rows).toEqual([
    { line: 2, cells: { Handle: '1, "one"', Title: 'x\ny', 'Variant Price': '3' } },
    { line: 4, cells: { Handle: '4', Title: '5', 'Variant Price': '6' } },
  ]);
});

describe('parseShopifyCatalog', () => {
  it('creates one product from the rows of one handle', () => {
    const { products, problems } = parseShopifyCatalog(
      createExport(
        {
          ...shirt,
          'Option1 Name': 'SIZE',
          'Option1 Value': 'S',
          'Option2 Name': 'Colour',
          'Option2 Value': 'Red',
          'Image Src': 'https://cdn.example/b.jpg',
          'Image Position': '2',
        },
        {
          Handle: 'shirt',
          'Option1 Value': 'M',
          'Option2 Value': 'Red',
          'Variant Price': '45.5',
          'Variant Compare At Price': '60',
        },
        { Handle: 'shirt', 'Option1 Value': 'S', 'Option2 Value': 'Blue', 'Variant Price': '55' },
        { Handle: 'shirt', 'Image Src': 'https://cdn.example/a.jpg', 'Image Position': '1' },
      ),
    );
    expect(problems).toEqual([]);
    expect(products).toHaveLength(1);
    expect(products[0]).toMatchObject({
      regularPaise: 6000,
      discountedPaise: 4550,
      attributes: [
        { key: 'size', value: ['S', 'M'] },
        { key: 'color', value: ['Red', 'Blue'] },
      ],
      images: [
        { url: 'https://cdn.example/a.jpg', alt: 'Shirt' },
        { url: 'https://cdn.example/b.jpg', alt: 'Shirt' },
      ],
    });
  });

  it.each(['constructor', 'Title', 'Material'])('creates no attribute from the option %p', (name) => {
    const { products } = parseShopifyCatalog(createExport({ ...shirt, 'Option1 Name': name, 'Option1 Value': 'x' }));
    expect(products[0]?.attributes).toEqual([]);
  });

  it('ignores a compare-at price that is not above the price', () => {
    const { products } = parseShopifyCatalog(createExport({ ...shirt, 'Variant Compare At Price': '50' }));
    expect(products[0]).toMatchObject({ regularPaise: 5000, discountedPaise: null });
  });

  it('skips and counts unpublished products', () => {
    const { products, unpublished } = parseShopifyCatalog(createExport({ ...shirt, Published: 'FALSE' }));
    expect([products, unpublished]).toEqual([[], 1]);
  });

  it('reports invalid rows with their line and keeps the other rows', () => {
    const { products, problems } = parseShopifyCatalog(
      createExport(
        shirt,
        { Handle: 'shirt', 'Option1 Value': 'M', 'Variant Price': 'cheap' },
        { Title: 'No handle', 'Variant Price': '1' },
        { Handle: 'nameless', 'Variant Price': '1' },
        { Handle: 'nameless', 'Variant Price': '2' },
        { ...shirt, Handle: 'worthless', 'Variant Price': '-5' },
        { ...shirt, Handle: 'priceless', 'Variant Price': '' },
        { ...shirt, Handle: 'last' },
      ),
    );
    expect(products.map(({ handle }) => handle)).toEqual(['shirt', 'last']);
    expect(problems).toEqual([
      { line: 3, reason: 'has the price "cheap"' },
      { line: 4, reason: 'has no handle' },
      { line: 5, reason: 'has no title for nameless, so the product is skipped' },
      { line: 7, reason: 'has the price "-5", so worthless is skipped' },
      { line: 8, reason: 'has no price, so priceless is skipped' },
    ]);
  });

  it.each([
    ['', 'The file is not a Shopify product export: export'],
    ['\x89PNG\r\n\x1a\n\0\0', 'The file is not a Shopify product export: export'],
    ['name,price\nx,1\n', 'The file is not a Shopify product export: export'],
    ['Handle,Body\nx,1\n', 'The file lacks the columns Title, Variant Price: export'],
    ['Handle,Title,Variant Price\na,A,1\nb,x"y,2\n', 'Line 3 has broken quotes or another number of columns'],
    ['Handle,Title,Variant Price\na,A,1\nb,"B,2\n', 'has broken quotes or another number of columns'],
    ['Handle,Title,Variant Price\na,A,1\nb,B, large,2\n', 'Line 3 has broken quotes or another number of columns'],
  ])('rejects %.20p with a message', (text, message) => {
    expect(() => parseShopifyCatalog(text)).toThrow(NotAShopifyExportError);
    expect(() => parseShopifyCatalog(text)).toThrow(message);
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
  ])('classifies the type %j with the tags %j and the gender %j as %j', (type, tags: string[], googleGender, ours) => {
    const { category, parentCategory, gender } = classify({ type, tags, googleGender }).classification;
    expect([category, parentCategory, gender]).toEqual(ours);
  });
});

describe('categories of other shops', () => {
  it.each([
    ['Home & Garden > Kitchen & Dining > Cookware', '', 'Cookware', null, false],
    ['Home & Garden > Kitchen & Dining > Kitchen Tools & Utensils > Whisks', '', 'Cooking Utensils', 'Whisks', false],
    ['Tawas', 'Home & Garden > Kitchen & Dining > Cookware & Bakeware', 'Cookware', 'Tawas', false],
    ['', '1604', 'Accessories', null, true],
    ['Sofa', 'Furniture > Sofas', 'Accessories', 'Sofa', true],
  ])('the type %j with the Google category %j', (type, googleCategory, category, parentCategory, isFallback) => {
    const found = classify({ type, tags: [], googleCategory });
    expect(found).toEqual({ classification: { category, parentCategory, gender: null }, isFallback });
  });
});

describe('the currency of an export', () => {
  const price = (text: string, options = {}) => parseShopifyCatalog(text, options).products[0]?.regularPaise;
  const createPriced = (currency: string) => `Handle,Title,Variant Price,Currency\npan,Pan,10.50,${currency}\n`;
  const plain = 'Handle,Title,Variant Price\npan,Pan,10.50\n';

  it('is rupees, unless the file or the operator names another one', () => {
    expect([price(plain), price(createPriced('inr')), price(createPriced(''))]).toEqual([1050, 1050, 1050]);
  });

  it('is converted with the rate', () => {
    expect(price(createPriced('USD'), { rate: 83.5 })).toBe(87_675);
    expect(price(plain, { currency: 'usd', rate: 2 })).toBe(2100);
  });

  it.each([
    [createPriced('USD'), {}, 'The prices are in USD, and the shop sells in rupees: add --rate'],
    [plain, { currency: 'eur' }, 'The prices are in EUR'],
    [`${createPriced('USD')}pot,Pot,5,EUR\n`, { rate: 80 }, 'The file has prices in USD, EUR'],
    [plain, { rate: 80 }, 'remove --rate, or name the currency'],
  ])('is refused: %.60j with %j', (text, options, message) => {
    expect(() => price(text, options)).toThrow(message);
  });
});

describe('convertHtmlToText', () => {
  it.each([
    ['<p>Clay &amp; copper</p><p>for&nbsp;plants</p>', 'Clay & copper\nfor plants'],
    ['one<br/>two<ul><li>three</li></ul>', 'one\ntwo\nthree'],
    ['<style>p{}</style><script>alert(1)</script>plain<!-- hidden -->', 'plain'],
    ['5 &lt; 6 and 7 > 6', '5 < 6 and 7 > 6'],
    ['  <b>bold</b>\n text ', 'bold text'],
  ])('converts %p to %p', (html, text) => {
    expect(convertHtmlToText(html)).toBe(text);
  });
});
