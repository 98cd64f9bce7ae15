import { productListUrl, readProductListAddress } from './product-list-address';

const read = (query: string) => readProductListAddress(new URLSearchParams(query));

it('reads category, sub-category, page and columns [2.routes-05]', () => {
  expect(read('category=kitchen%20tools&parentCategory=Graters&page=3&columns=2')).toEqual({
    category: 'kitchen tools',
    parentCategory: 'Graters',
    page: 3,
    columns: 2,
  });
});

it('has defaults for what is missing or blank', () => {
  expect(read('category=%20&columns=7')).toEqual({ category: '', parentCategory: '', page: 1, columns: 3 });
});

it.each(['0', '-1', '1.5', '1e3', 'two', '', '٣', '100001', '99999999999999999999'])('takes page %p for 1', (page) => {
  expect(read(`category=men&page=${encodeURIComponent(page)}`).page).toBe(1);
});

it('leaves what is as usual out of the URL', () => {
  expect(productListUrl(read('category=men&page=1&columns=3'))).toBe('/products?category=men');
  expect(productListUrl(read('category=men&page=2&columns=2'))).toBe('/products?category=men&page=2&columns=2');
});
