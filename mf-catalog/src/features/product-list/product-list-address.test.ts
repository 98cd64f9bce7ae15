import { getListHeading, getProductListUrl, parseProductListAddress } from './product-list-address';

const read = (query: string) => parseProductListAddress(new URLSearchParams(query));

it('parses category, sub-category, page and columns [2.routes-05]', () => {
  expect(read('category=kitchen%20tools&parentCategory=Graters&page=3&columns=2')).toEqual({
    category: 'kitchen tools',
    parentCategory: 'Graters',
    page: 3,
    columns: 2,
  });
});

it('uses defaults for missing and blank parameters', () => {
  expect(read('category=%20&columns=7')).toEqual({ category: '', parentCategory: '', page: 1, columns: 3 });
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
  expect(getListHeading({ category, parentCategory })).toBe(heading);
});
