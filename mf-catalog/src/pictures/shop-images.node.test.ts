/// <reference types="node" />
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { categoryFallback, getCategoryImage, heroImage } from './shop-images';

const files = readdirSync(path.join(__dirname, 'encoded')).filter((file) => /\.(avif|jpg)$/.test(file));

const categories = [
  'Cookware',
  'Kitchen Storage and Containers',
  'Kitchen Tools',
  'Specialty Cookware',
  'Cooking Utensils',
  'Kitchen Appliances',
  'Men',
  'Women',
  'Accessories',
];

it('returns a picture in two widths, with its excerpt for phones first', () => {
  expect(getCategoryImage(' Kitchen  TOOLS ')).toEqual({
    url: 'kitchen-tools-720.jpg',
    sources: [
      { type: 'image/avif', srcset: 'kitchen-tools-wide-720.avif 720w', media: '(max-width: 767.95px)' },
      { type: 'image/avif', srcset: 'kitchen-tools-480.avif 480w, kitchen-tools-720.avif 720w' },
    ],
    width: 960,
    height: 1200,
  });
});

it('returns the address of each file that exists, and of no other file [2.home-12]', () => {
  const images = [...categories.map(getCategoryImage), heroImage.landscape, heroImage.portrait];
  const addresses = images.flatMap(({ url, sources }) => [
    url,
    ...sources.flatMap(({ srcset }) => srcset.split(', ').map((source) => source.replace(/ \d+w$/, ''))),
  ]);
  expect(addresses.sort()).toEqual(files.sort());
});

it.each(['Garden', '', 'hero', 'category fallback', '.*'])(
  'returns the fallback for the category %p [2.home-13]',
  (name) => {
    expect(getCategoryImage(name)).toMatchObject({ url: categoryFallback, sources: [] });
  },
);
