import { listHeading } from './list-heading';

it.each([
  ['men', '', "Men's Ethnic Wear"],
  ['Women', '', "Women's Ethnic Wear"],
  ['kitchen tools', '', 'Kitchen Tools'],
  ['men', 'Kurtas and more', 'Kurtas and more'],
  ['constructor', '', 'Constructor'],
])('category %p with sub-category %p is headed %p', (category, parentCategory, heading) => {
  expect(listHeading({ category, parentCategory })).toBe(heading);
});
