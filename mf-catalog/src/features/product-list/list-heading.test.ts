import { getListHeading } from './product-list-address';

it.each([
  ['men', '', "Men's Ethnic Wear", '[2.products-04 2.products-05]'],
  ['Women', '', "Women's Ethnic Wear", '[2.products-04 2.products-06]'],
  ['kitchen tools', '', 'Kitchen Tools', '[2.products-04 2.products-07]'],
  ['men', 'Kurtas and more', 'Kurtas and more', '[2.products-04 R.37-2]'],
  ['constructor', '', 'Constructor', '[2.products-04]'],
])('gives category %p with sub-category %p the heading %p %s', (category, parentCategory, heading) => {
  expect(getListHeading({ category, parentCategory })).toBe(heading);
});
