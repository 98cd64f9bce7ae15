import { createTexts } from '@shop/language/texts';
import { getListHeading, getProductListUrl, noFilters, parseProductListAddress } from './product-list-address';

const read = (query: string) => parseProductListAddress(new URLSearchParams(query));

it('parses category, sub-category, page and columns [2.routes-05]', () => {
  expect(read('category=kitchen%20tools&parentCategory=Graters&page=3&columns=2')).toEqual({
    ...noFilters,
    category: 'kitchen tools',
    parentCategory: 'Graters',
    page: 3,
    columns: 2,
  });
});

it('uses defaults for missing and blank parameters', () => {
  expect(read('category=%20&columns=7')).toEqual({
    ...noFilters,
    category: '',
    parentCategory: '',
    page: 1,
    columns: 3,
  });
});

it('parses order and filters, and leaves out what the search does not accept', () => {
  const query = 'category=men&sort=newest&minPrice=100&maxPrice=1e3&colour=Red&colour=&colour=Red&colour=Blue&size=M';
  expect(read(query)).toMatchObject({
    sort: 'newest',
    minPrice: 100,
    maxPrice: undefined,
    colours: ['Red', 'Blue'],
    sizes: ['M'],
  });
  expect(getProductListUrl(read(query))).toBe(
    '/products?category=men&sort=newest&minPrice=100&colour=Red&colour=Blue&size=M',
  );
  expect(read('sort=constructor&minPrice=-1&maxPrice=1234567890')).toMatchObject(noFilters);
});

it('keeps the words of a search in its URL', () => {
  const address = parseProductListAddress(new URLSearchParams('q=%20cast%20iron%20&sort=relevance&page=2'), true);
  expect(getProductListUrl(address)).toBe('/search?q=cast%20iron&page=2');
});

it('reads no sub-category in the URL of a search, whose screen has no field for it', () => {
  const query = new URLSearchParams('q=tawa&category=kitchen%20tools&parentCategory=Graters');
  expect(getProductListUrl(parseProductListAddress(query, true))).toBe('/search?q=tawa&category=kitchen%20tools');
});

it('spells an apostrophe as the address of a browser does', () => {
  const url = getProductListUrl(parseProductListAddress(new URLSearchParams("q=women's"), true));
  expect(url).toBe('/search?q=women%27s');
  const { pathname, search } = new URL("/search?q=women's", 'https://shop.test');
  expect(url).toBe(pathname + search);
});

it('cuts long words between two characters, and removes the character that the API refuses', () => {
  const cut = 'a'.repeat(99);
  const words = `${'a'.repeat(50)}\0${'a'.repeat(49)}😀`;
  const names = ['q', 'category', 'parentCategory', 'minPrice', 'maxPrice'];
  const query = new URLSearchParams([...names.map((name) => [name, words]), ['colour', 'Re\0d']]);
  const address = parseProductListAddress(query, true);
  expect(address).toMatchObject({ q: cut, category: cut, minPriceText: cut, maxPriceText: cut });
  expect(getProductListUrl(address)).toBe(`/search?q=${cut}&category=${cut}&colour=Red`);
  expect(parseProductListAddress(query).parentCategory).toBe(cut);
});

it.each(['0', '-1', '1e3', '', '٣', '100001'])('reads page %p as page 1', (page) => {
  expect(read(`category=men&page=${encodeURIComponent(page)}`).page).toBe(1);
});

it('leaves default values out of the URL', () => {
  expect(getProductListUrl(read('category=men&page=1&columns=3'))).toBe('/products?category=men');
  expect(getProductListUrl(read('category=men&page=2&columns=2'))).toBe('/products?category=men&page=2&columns=2');
});

it.each([
  ['men', '', "Men's Ethnic Wear", '[2.products-04 2.products-05]'],
  ['Women', '', "Women's Ethnic Wear", '[2.products-04 2.products-06]'],
  ['kitchen tools', '', 'Kitchen Tools', '[2.products-04 2.products-07]'],
  ['men', 'Kurtas and more', 'Kurtas and more', '[2.products-04 R.37-2]'],
  ['constructor', '', 'Constructor', '[2.products-04]'],
])('gives category %p with sub-category %p the heading %p %s', (category, parentCategory, heading) => {
  const english = createTexts({ code: 'en', catalog: {}, languages: [] });
  expect(getListHeading({ category, parentCategory }, english)).toBe(heading);
});
