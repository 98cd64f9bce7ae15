import { sizeLabel } from './size-label';

const label = (category: string, description: string, sizes: string[]) => sizeLabel({ category, description, sizes });

it.each([
  ['Footwear', '', ['7', '8'], 'Shoe Size'],
  ["Men's Shoes", '', ['7'], 'Shoe Size'],
  ['Men', 'A hand-stitched SHOE from Jodhpur.', ['7'], 'Shoe Size'],
  ['Footwear', '', ['One Size'], 'Shoe Size'],
  ['Accessories', '', ['One Size'], 'Size'],
  ['Men', '', ['One Size', 'XL'], 'Clothing Size'],
  ['Men', '', ['M'], 'Clothing Size'],
])('category %p, description %p, sizes %p: %p', (category, description, sizes, expected) => {
  expect(label(category, description, sizes)).toBe(expected);
});
