import { getSizeLabel } from './use-purchase';

const label = (category: string, description: string, sizes: string[]) =>
  getSizeLabel({ category, description, sizes });

it.each([
  ['Footwear', '', ['7', '8'], 'Shoe Size', '[2.product-08]'],
  ["Men's Shoes", '', ['7'], 'Shoe Size', '[2.product-08]'],
  ['Men', 'A hand-stitched SHOE from Jodhpur.', ['7'], 'Shoe Size', '[2.product-08]'],
  ['Footwear', '', ['One Size'], 'Shoe Size', '[2.product-08]'],
  ['Accessories', '', ['One Size'], 'Size', '[2.product-09]'],
  ['Men', '', ['One Size', 'XL'], 'Clothing Size', '[2.product-10]'],
  ['Men', '', ['M'], 'Clothing Size', '[2.product-10]'],
])('labels the sizes of category %p, description %p, sizes %p as %p %s', (category, description, sizes, expected) => {
  expect(label(category, description, sizes)).toBe(expected);
});
