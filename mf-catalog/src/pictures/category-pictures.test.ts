/// <reference types="node" />
import { getCategoryImage } from './shop-images';

/**
 * The addresses that the bundler would give to the files of `encoded/`: the file name of each file that exists. The mock
 * therefore answers only for pictures that are in the repository.
 */
jest.mock('#encoded-pictures', () => {
  const { readdirSync } = jest.requireActual<typeof import('node:fs')>('node:fs');
  const files = readdirSync(`${__dirname}/encoded`).filter((file) => /\.(avif|jpg)$/.test(file));
  return { encodedPictures: new Map(files.map((file) => [file, `/encoded/${file}`])) };
});

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

it.each(categories)('gives the category %s a picture of its own that exists in AVIF and JPEG [2.home-12]', (name) => {
  const { url, sources } = getCategoryImage(name);
  const slug = name.toLowerCase().replaceAll(' ', '-');
  const srcset = (file: string) => expect.stringMatching(`^/encoded/${file}-\\d+\\.avif \\d+w`);
  expect(url).toMatch(new RegExp(`^/encoded/${slug}-\\d+\\.jpg$`));
  expect(sources).toEqual([
    { type: 'image/avif', media: '(max-width: 767.95px)', srcset: srcset(`${slug}-wide`) },
    { type: 'image/avif', srcset: srcset(slug) },
  ]);
});
