import { categoryFallback, getCategoryImage, heroImage } from './shop-images';

// The URL of each file is its name. Some pictures are missing.
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

it('returns an encoded picture in every width that exists', () => {
  expect(getCategoryImage(' Kitchen  TOOLS ')).toEqual({
    url: 'kitchen-tools-640.jpg',
    sources: [{ type: 'image/avif', srcset: 'kitchen-tools-320.avif 320w, kitchen-tools-720.avif 720w' }],
    width: 960,
    height: 1200,
  });
});

it('returns the widest JPEG of a picture that exists in small widths only', () => {
  expect(getCategoryImage('Kitchen Appliances').url).toBe('kitchen-appliances-480.jpg');
});

it('returns the fallback for a picture that is not encoded', () => {
  expect(getCategoryImage('Cookware')).toMatchObject({ url: categoryFallback, sources: [] });
});

it.each(['Garden', '', 'hero', 'category fallback', '.*'])(
  'returns the fallback for the category %p [2.home-13]',
  (name) => {
    expect(getCategoryImage(name)).toMatchObject({ url: categoryFallback, sources: [] });
  },
);

it('returns different pictures for the landscape and the portrait hero', () => {
  expect(heroImage.landscape.url).toBe('hero-960.jpg');
  expect(heroImage.landscape.sources[0]?.srcset).toBe('hero-960.avif 960w, hero-1600.avif 1600w');
  expect(heroImage.portrait.url).toBe('hero-portrait-640.jpg');
  expect(heroImage.portrait.sources[0]?.srcset).toBe('hero-portrait-640.avif 640w');
});
