import { capitalizeFirst, capitalizeWords } from './category-name';

it.each([
  ['kitchen tools', 'Kitchen Tools'],
  ['kitchen storage and containers', 'Kitchen Storage And Containers'],
  ['kitchen-storage', 'Kitchen Storage'],
  ['t-shirts', 'T-Shirts'],
  ["men's wear", "Men's Wear"],
  ['élan vital', 'Élan Vital'],
  ['<b>pots</b>', '<b>pots</b>'],
  ['', ''],
])('capitalises the words of %p: %p [2.products-07 R.37-1]', (name, heading) => {
  expect(capitalizeWords(name)).toBe(heading);
});

it.each([
  ['men', 'Men'],
  ['kitchen Storage and Containers', 'Kitchen Storage and Containers'],
  ['', ''],
])('capitalises the first letter of %p', (name, shown) => {
  expect(capitalizeFirst(name)).toBe(shown);
});
