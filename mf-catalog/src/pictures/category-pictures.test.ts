/// <reference types="node" />
import { existsSync } from 'node:fs';
import path from 'node:path';
import { categoryFallback, getCategoryImage } from './shop-images';

/**
 * The addresses that the bundler would give to the files of `encoded/`: the file name of each file that exists. The mock
 * therefore answers only for pictures that are in the repository.
 */
jest.mock('#encoded-pictures', () => {
  const { readdirSync } = jest.requireActual<typeof import('node:fs')>('node:fs');
  const files = readdirSync(`${__dirname}/encoded`).filter((file) => /\.(avif|jpg)$/.test(file));
  return { encodedPictures: new Map(files.map((file) => [file, `/encoded/${file}`])) };
});

const isInRepository = (url: string) => existsSync(path.join(__dirname, url));

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
  expect(url).not.toBe(categoryFallback);
  expect(url).toMatch(new RegExp(`^/encoded/${slug}-\\d+\\.jpg$`));
  expect(isInRepository(url)).toBe(true);
  expect(sources.map(({ type, media }) => [type, media])).toEqual([
    ['image/avif', '(max-width: 767.95px)'],
    ['image/avif', undefined],
  ]);
  const names = [`${slug}-wide`, slug];
  for (const [index, { srcset }] of sources.entries()) {
    const name = names[index];
    const candidates = srcset.split(', ').map((candidate) => candidate.split(' '));
    expect(candidates.length).toBeGreaterThanOrEqual(1);
    for (const [candidate = '', width] of candidates) {
      expect(candidate).toBe(`/encoded/${name}-${Number.parseInt(width ?? '', 10)}.avif`);
      expect(isInRepository(candidate)).toBe(true);
    }
  }
});

it('gives no two categories the same picture', () => {
  const urls = categories.map((name) => getCategoryImage(name).url);
  expect(new Set(urls).size).toBe(urls.length);
});
