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
    'kitchen-tools-wide-640.avif',
    'kitchen-tools-wide-480.avif',
    'kitchen-appliances-320.jpg',
  ];
  return { encodedPictures: new Map(files.map((file) => [file, file])) };
});

it('returns an encoded picture in every width that exists, with its excerpt for phones first', () => {
  expect(getCategoryImage(' Kitchen  TOOLS ')).toEqual({
    url: 'kitchen-tools-640.jpg',
    sources: [
      {
        type: 'image/avif',
        srcset: 'kitchen-tools-wide-480.avif 480w, kitchen-tools-wide-640.avif 640w',
        media: '(max-width: 767.95px)',
      },
      { type: 'image/avif', srcset: 'kitchen-tools-320.avif 320w, kitchen-tools-720.avif 720w' },
    ],
    width: 960,
    height: 1200,
  });
});

it('returns the JPEG alone for a picture without an AVIF file', () => {
  expect(getCategoryImage('Kitchen Appliances')).toMatchObject({ url: 'kitchen-appliances-320.jpg', sources: [] });
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
