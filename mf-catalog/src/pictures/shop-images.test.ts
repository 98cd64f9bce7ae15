import { categoryFallback, categoryImage, heroImage } from './shop-images';

// Each file's address is its name; only some pictures have been encoded.
jest.mock('#encoded-pictures', () => {
  const files = [
    'hero-960.avif',
    'hero-1600.avif',
    'hero-960.jpg',
    'hero-portrait-640.avif',
    'hero-portrait-640.jpg',
    'kitchen-tools-320.avif',
    'kitchen-tools-720.avif',
    'kitchen-tools-640.jpg',
    'kitchen-appliances-320.jpg',
    'kitchen-appliances-480.jpg',
    'category-fallback-640.jpg',
  ];
  return { encodedPictures: new Map(files.map((file) => [file, file])) };
});

it('gives an encoded picture in every width that is there', () => {
  expect(categoryImage(' Kitchen  TOOLS ')).toEqual({
    url: 'kitchen-tools-640.jpg',
    sources: [{ type: 'image/avif', srcset: 'kitchen-tools-320.avif 320w, kitchen-tools-720.avif 720w' }],
    width: 960,
    height: 1200,
  });
});

it('gives the widest JPEG of a picture that was made in small sizes only', () => {
  expect(categoryImage('Kitchen Appliances').url).toBe('kitchen-appliances-480.jpg');
});

it('gives the fallback for a picture that has not been encoded', () => {
  expect(categoryImage('Cookware')).toMatchObject({ url: categoryFallback, sources: [] });
});

it.each(['Garden', '', 'hero', 'category fallback', '.*'])(
  'gives the fallback for the category %p [2.home-13]',
  (name) => {
    expect(categoryImage(name)).toMatchObject({ url: categoryFallback, sources: [] });
  },
);

it('keeps the two pictures of the hero apart', () => {
  expect(heroImage.landscape.url).toBe('hero-960.jpg');
  expect(heroImage.landscape.sources[0]?.srcset).toBe('hero-960.avif 960w, hero-1600.avif 1600w');
  expect(heroImage.portrait.url).toBe('hero-portrait-640.jpg');
  expect(heroImage.portrait.sources[0]?.srcset).toBe('hero-portrait-640.avif 640w');
});
