import type { Product } from '@shop/api-contract/decoders/product';
import { suggestCategories } from './suggested-categories';

const links = [
  'Cookware',
  'Kitchen Storage and Containers',
  'Kitchen Tools',
  'Kitchen Appliances',
  'Kitchen Linen',
].map((text) => ({ text, to: `/${text}` }));
const products = [
  { category: 'Cookware', parentCategory: 'Tawas' },
  { category: 'Cookware', parentCategory: 'Tawas' },
  { category: 'Cookware', parentCategory: '' },
  { category: 'Men', parentCategory: 'Kurtas' },
] as Product[];
const suggest = (words: string, found: readonly Product[] = [], translate = (name: string) => name) =>
  suggestCategories(words, links, found, translate).map(({ category, parentCategory }) => parentCategory ?? category);

it.each([
  ['cook', ['Cookware']],
  ['KITCHEN STO', ['Kitchen Storage and Containers']],
  ['tools', ['Kitchen Tools']],
  ['ware', []],
  ['', []],
])('finds the words %p at the start of a word of a category', (words, expected) => {
  expect(suggest(words)).toEqual(expected);
});

it('finds a category by its name in the language of the page', () => {
  expect(suggest('कुक', [], (name) => (name === 'Cookware' ? 'कुकवेयर' : name))).toEqual(['Cookware']);
});

it('adds each sub-category of the products once, after the named categories, three at most', () => {
  expect(suggest('cook', products)).toEqual(['Cookware', 'Tawas', 'Kurtas']);
  expect(suggest('kitchen', products)).toHaveLength(3);
});
