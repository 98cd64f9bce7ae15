import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ProductSearchQuery } from '@shop/api-contract/schemas/product-search';
import { createProductIndex, maxIndexedProducts } from './product-index';

interface TestProduct {
  title: string;
  category?: string;
  parentCategory?: string | null;
  description?: string;
  regularPrice?: unknown;
  discountedPrice?: unknown;
  createdAt?: string;
  colours?: unknown;
  sizes?: unknown;
}

/** Creates the JSON of a product. Its id is its title. */
const aProduct = ({ colours = [], sizes = [], ...product }: TestProduct) => ({
  id: product.title,
  regularPrice: 100,
  ...product,
  attributes: [
    { key: 'Color', value: colours },
    { key: 'size', value: sizes },
  ],
});

async function openIndex(products: TestProduct[], total = products.length) {
  async function* listBatches() {
    for (const product of products) yield { products: [aProduct(product)], total };
  }
  const index = await createProductIndex(listBatches());
  const find = async (query: ProductSearchQuery) => (await index.search(query)).data.map(({ title }) => title);
  return { find, search: index.search };
}

const kitchen: TestProduct[] = [
  {
    title: 'Copper Tawa',
    category: 'Cookware',
    parentCategory: 'Kitchen',
    regularPrice: 900,
    colours: ['Red'],
    sizes: ['10', '9'],
  },
  {
    title: 'Iron Kadhai',
    category: 'Cookware',
    regularPrice: 1200,
    discountedPrice: 600,
    colours: ['red', 'Black'],
    sizes: 'L,S',
  },
  {
    title: 'Steel Box',
    category: 'Kitchen Storage and Containers',
    regularPrice: '300',
    discountedPrice: 0,
    description: 'Keeps a tawa dry',
  },
  { title: 'Café Mug', category: 'Dining', regularPrice: 250, colours: '["Blue"]' },
];

describe('Hindi names of categories', () => {
  const read = (file: string) => readFileSync(path.join(import.meta.dirname, '../../store-info/src', file), 'utf8');
  const categories = [...read('categories.ts').matchAll(/text\('([^']+)'\)/g)].map(([, name = '']) => name);
  const catalog: Record<string, string> = JSON.parse(read('texts/hi.json'));
  const names = categories.map((name): [string, string] => [name, catalog[name] ?? '']);
  const shop = names.map(([category]) => ({ title: `Thing of ${category}`, category }));

  it.each(names)('the name of %s, %s, finds what the English name finds', async (english, hindi) => {
    const { find } = await openIndex(shop);
    const found = await find({ q: hindi });
    expect(found).toContain(`Thing of ${english}`);
    expect(found).toEqual(await find({ q: english }));
  });
});

describe('words', () => {
  it.each([
    ['several words in any order', 'tawa copper', ['Copper Tawa']],
    ['a word with a swapped letter', 'kadhia', ['Iron Kadhai']],
    ['a word with a missing letter', 'kadai', ['Iron Kadhai']],
    ['the beginning of the last word', 'iron kad', ['Iron Kadhai']],
    ['the beginning of an earlier word that no product has', 'kad iron', ['Iron Kadhai']],
    ['a plural', 'mugs', ['Café Mug']],
    ['a word without its accent', 'CAFE', ['Café Mug']],
    ['a title before a description', 'tawa', ['Copper Tawa', 'Steel Box']],
    ['a category', 'cookware', ['Copper Tawa', 'Iron Kadhai']],
    ['a colour', 'blue', ['Café Mug']],
    ['products with most of the words when none has all', 'copper tawa xylophone', ['Copper Tawa']],
    ['nothing for unknown words', 'xylophone', []],
    ['every product without a word', ' - ', ['Copper Tawa', 'Iron Kadhai', 'Steel Box', 'Café Mug']],
  ])('finds %s', async (_what, q, titles) => {
    expect(await (await openIndex(kitchen)).find({ q })).toEqual(titles);
  });

  it('finds no similar words for a word that products have', async () => {
    const { find } = await openIndex([{ title: 'Shirt' }, { title: 'Skirt' }]);
    expect(await find({ q: 'shirt' })).toEqual(['Shirt']);
    expect(await find({ q: 'shurt' })).toEqual(['Shirt']);
  });
});

describe('filters', () => {
  it.each<[string, ProductSearchQuery, string[]]>([
    ['a category by name', { category: 'COOKWARE' }, ['Copper Tawa', 'Iron Kadhai']],
    ['a category by its short slug', { category: 'kitchen-storage' }, ['Steel Box']],
    ['a parent category', { parentCategory: 'kitchen' }, ['Copper Tawa']],
    ['the price that the shopper pays', { minPrice: 300, maxPrice: 600 }, ['Iron Kadhai', 'Steel Box']],
    ['any of several colours', { colour: ['black', 'BLUE'] }, ['Iron Kadhai', 'Café Mug']],
    ['a size', { size: ['10'] }, ['Copper Tawa']],
    ['a colour that no product has', { colour: ['Pink'] }, []],
    ['all filters together', { category: 'cookware', colour: ['Red'], maxPrice: 600 }, ['Iron Kadhai']],
  ])('select products of %s', async (_what, query, titles) => {
    expect(await (await openIndex(kitchen)).find(query)).toEqual(titles);
  });

  it.each([
    ['differ in a vowel sign only', 'पैन', ['पैन', 'पेन', 'पानी'], ['पैन']],
    ['differ in a Latin accent only', 'decor-items', ['Décor Items', 'Decor Items'], ['Décor Items', 'Decor Items']],
    ['differ in an invisible character only', 'gifts', ['Gifts ❤\ufe0f', 'Gifts'], ['Gifts ❤\ufe0f', 'Gifts']],
  ])('select the products of categories whose names %s', async (_what, category, categories, expected) => {
    const { find } = await openIndex(categories.map((name) => ({ title: name, category: name })));
    expect(await find({ category })).toEqual(expected);
  });

  it('count each facet under all other filters', async () => {
    const { search } = await openIndex(kitchen);
    expect(await search({ colour: ['Red'], maxPrice: 700, limit: 0 })).toMatchObject({
      data: [],
      pagination: { page: 1, limit: 0, total: 1, totalPages: 0 },
      facets: {
        categories: [{ value: 'Cookware', count: 1 }],
        colours: [
          { value: 'Black', count: 1 },
          { value: 'Blue', count: 1 },
          { value: 'Red', count: 1 },
        ],
        sizes: [
          { value: 'S', count: 1 },
          { value: 'L', count: 1 },
        ],
        price: { min: 600, max: 900 },
      },
    });
    expect((await search({ q: 'xylophone' })).facets).toMatchObject({ categories: [], price: null });
  });

  it('list sizes in their natural order', async () => {
    const sizes = ['10 cm', 'XL', 'Free size', 'S', '9 cm', 'M', 'XXL'];
    const { search } = await openIndex([{ title: 'Shirt', sizes }]);
    const found = (await search({})).facets.sizes.map(({ value }) => value);
    expect(found).toEqual(['S', 'M', 'XL', 'XXL', '9 cm', '10 cm', 'Free size']);
  });
});

describe('orders', () => {
  const dated = [
    { title: 'Old', createdAt: '2026-01-01T00:00:00Z', regularPrice: 300 },
    { title: 'New', createdAt: '2026-03-01T00:00:00Z', regularPrice: 100 },
    { title: 'Reduced', createdAt: '2026-02-01T00:00:00Z', regularPrice: 400, discountedPrice: 200 },
  ];

  it.each<[NonNullable<ProductSearchQuery['sort']>, string[]]>([
    ['featured', ['Old', 'New', 'Reduced']],
    ['relevance', ['Old', 'New', 'Reduced']],
    ['price-asc', ['New', 'Reduced', 'Old']],
    ['price-desc', ['Old', 'Reduced', 'New']],
    ['newest', ['New', 'Reduced', 'Old']],
    ['discount', ['Reduced', 'Old', 'New']],
  ])('%s', async (sort, titles) => {
    const { find, search } = await openIndex(dated);
    expect(await find({ sort })).toEqual(titles);
    expect((await search({})).sorts).toContain(sort);
  });

  it.each(['price-asc', 'price-desc', 'newest'] as const)(
    '%s keeps every product with a huge price or a far date',
    async (sort) => {
      const huge = ['A', 'B', 'C', 'D'].map((title) => ({
        title,
        regularPrice: 1e15,
        createdAt: '9999-12-31T00:00:00Z',
      }));
      const { find } = await openIndex([{ title: 'Low', regularPrice: 1 }, ...huge]);
      const found = await find({ sort });
      expect(found).toEqual(sort === 'price-asc' ? ['Low', 'A', 'B', 'C', 'D'] : ['A', 'B', 'C', 'D', 'Low']);
    },
  );

  it('apply to the products with the words of the query', async () => {
    expect(await (await openIndex(kitchen)).find({ q: 'cookware', sort: 'price-asc' })).toEqual([
      'Iron Kadhai',
      'Copper Tawa',
    ]);
  });

  it('by date and by discount exist only when products have them', async () => {
    const { search } = await openIndex([{ title: 'Plain' }]);
    expect((await search({})).sorts).toEqual(['relevance', 'featured', 'price-asc', 'price-desc']);
  });
});

it('divides the result into pages', async () => {
  const { find, search } = await openIndex(kitchen);
  expect(await find({ page: 2, limit: 3 })).toEqual(['Café Mug']);
  expect(await search({ page: 9, limit: 3 })).toMatchObject({
    data: [],
    pagination: { page: 9, limit: 3, total: 4, totalPages: 2 },
  });
});

it('returns products as the store sends them', async () => {
  const { search } = await openIndex(kitchen);
  expect((await search({ q: 'steel' })).data).toEqual([aProduct(kitchen[2] as TestProduct)]);
});

it('leaves out what is not a product, and what it has already', async () => {
  const { search } = await openIndex([{ title: '' }, { title: 'Pan' }, { title: 'Pan' }]);
  expect(await search({})).toMatchObject({ pagination: { total: 1 }, indexed: 1, isComplete: true });
});

it('reads no more products than it holds, and says so', async () => {
  let batches = 0;
  const size = 10_000;
  async function* listBatches() {
    for (;;) {
      const first = size * batches++;
      const products = Array.from({ length: size }, (_, index) => ({ id: first + index + 1, title: 'Pan' }));
      yield { products, total: 100_000 };
    }
  }
  const index = await createProductIndex(listBatches());
  expect(await index.search({ limit: 0 })).toMatchObject({ indexed: maxIndexedProducts, isComplete: false });
  expect(batches).toBe(maxIndexedProducts / size);
});

it('lets other work of the process go first between the words of a search', async () => {
  const { find } = await openIndex(kitchen);
  let turns = 0;
  let isSearching = true;
  const takeTurn = () => {
    turns++;
    if (isSearching) setImmediate(takeTurn);
  };
  setImmediate(takeTurn);
  await find({ q: 'copper steel lunch box' });
  isSearching = false;
  expect(turns).toBeGreaterThanOrEqual(3);
});
