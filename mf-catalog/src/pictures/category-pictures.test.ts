import { categoryFallback, categoryImage } from './shop-images';

// Every file that could be asked for is there, and its address is its name.
jest.mock('#encoded-pictures', () => {
  const slugs = [
    'cookware',
    'kitchen-storage-and-containers',
    'kitchen-tools',
    'specialty-cookware',
    'cooking-utensils',
    'kitchen-appliances',
  ];
  return { encodedPictures: new Map(slugs.map((slug) => [`${slug}-640.jpg`, `${slug}-640.jpg`])) };
});

it.each([
  ['Cookware', 'cookware-640.jpg'],
  ['Kitchen Storage and Containers', 'kitchen-storage-and-containers-640.jpg'],
  ['Kitchen Tools', 'kitchen-tools-640.jpg'],
  ['Specialty Cookware', 'specialty-cookware-640.jpg'],
  ['Cooking Utensils', 'cooking-utensils-640.jpg'],
  ['Kitchen Appliances', 'kitchen-appliances-640.jpg'],
])('has a picture of its own for the category %s [2.home-12]', (name, url) => {
  expect(categoryImage(name).url).toBe(url);
  expect(url).not.toBe(categoryFallback);
});
