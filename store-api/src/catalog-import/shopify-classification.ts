import { ProductSearchQuery } from '@shop/api-contract/schemas/product-search';
import { getCategorySlug } from '@shop/product-search/category-slug';
import { Check } from 'typebox/value';
import { storeIdentity } from '../../catalog/store-identity';

/** Category, sub-category and gender of a product in the shop. */
export interface Classification {
  category: string;
  parentCategory: string | null;
  gender: 'Men' | 'Women' | 'Unisex' | null;
}

const genderWords = new Map<string, NonNullable<Classification['gender']>>([
  ['men', 'Men'],
  ['mens', 'Men'],
  ["men's", 'Men'],
  ['male', 'Men'],
  ['women', 'Women'],
  ['womens', 'Women'],
  ["women's", 'Women'],
  ['female', 'Women'],
  ['unisex', 'Unisex'],
]);

/** Names of Google's and Shopify's categories, as slugs, and the category of the shop that has such products. */
const foreignNames = new Map<string, string>([
  ...[
    'bakeware',
    'cookware-bakeware',
    'cookware-and-bakeware',
    'cookware-sets',
    'pots-pans',
    'pots-and-pans',
    'skillets-frying-pans',
  ].map((slug) => [slug, 'Cookware'] as const),
  ...[
    'food-storage',
    'food-storage-containers',
    'food-storage-bags',
    'kitchen-organizers',
    'lunch-boxes-totes',
    'spice-organizers',
  ].map((slug) => [slug, 'Kitchen Storage and Containers'] as const),
  ...['kitchen-tools-utensils', 'kitchen-knives', 'cutting-boards', 'food-graters-zesters', 'kitchen-shears'].map(
    (slug) => [slug, 'Kitchen Tools'] as const,
  ),
  ...['kitchen-utensil-sets', 'ladles', 'spatulas', 'tongs', 'whisks'].map(
    (slug) => [slug, 'Cooking Utensils'] as const,
  ),
  ...['small-kitchen-appliances', 'kitchen-appliance-accessories', 'food-mixers-blenders', 'toasters-grills'].map(
    (slug) => [slug, 'Kitchen Appliances'] as const,
  ),
  ...['clothing-accessories', 'handbags-wallets-cases', 'jewelry', 'jewellery'].map(
    (slug) => [slug, 'Accessories'] as const,
  ),
]);

/** What a file says about the category of a product. */
export interface ForeignCategory {
  /** A name, or a path such as `Home & Garden > Kitchen & Dining > Cookware`. */
  type: string;
  tags: readonly string[];
  /** Gender of Google Shopping. */
  googleGender?: string;
  /** Paths of categories: that of Shopify's taxonomy, then that of Google Shopping. */
  googleCategories?: readonly string[];
}

/**
 * Maps Shopify's Type, Tags and category, and the gender and category of Google Shopping, to the shop's own terms.
 *
 * - gender: the Google Shopping gender, else the first step of the Type, from the last one, or tag that is a gender (`men`, `female`,
 *   `unisex`), else none. A product of the category Men or Women has that gender.
 * - category: always a category of the shop, so that shoppers find the product. It is the first that names one, by its name or slug
 *   in any case, by a known foreign name, or by a gender (`mens`): the Type from the last step of its path, the tags, the
 *   category of Shopify, that of Google. Else it is the Google Shopping gender Men or Women, else Accessories (Specification 3).
 * - parentCategory, the sub-category: the last step of the Type unless it became the category, else the first tag that is neither
 *   a category nor a gender, else none. A name that is too long for the filters of the shop does not count.
 * - isFallback: nothing in the file named the category.
 */
export function classify({ type, tags, googleGender = '', googleCategories = [] }: ForeignCategory) {
  const typePath = splitPath(type);
  const found = [googleGender, ...typePath, ...tags].map(findGender).find(Boolean) ?? null;
  const named = [...typePath, ...tags, ...googleCategories.flatMap(splitPath)].map(findCategory).find(Boolean);
  const category = named ?? (found === 'Men' || found === 'Women' ? found : 'Accessories');
  // The lists of these two categories show products of their own gender only.
  const gender = category === 'Men' || category === 'Women' ? category : found;
  const words = [...typePath.slice(0, 1), ...tags];
  const parentCategory = words.find((word) => isFilterValue(word) && !isCategory(word) && !findGender(word)) ?? null;
  return {
    classification: { category, parentCategory, gender } satisfies Classification,
    isFallback: named === undefined,
  };
}

/** Whether a shopper can filter by a sub-category, a size or a colour: the search accepts names of a limited length. */
export const isFilterValue = (text: string): boolean => Check(ProductSearchQuery.properties.parentCategory, text);

/** Splits a path into its names, the last step first. */
const splitPath = (path: string) =>
  path
    .split('>')
    .map((name) => name.trim())
    .filter(Boolean)
    .reverse();

function findGender(word: string) {
  return genderWords.get(word.trim().toLowerCase());
}

const findOwnCategory = (slug: string) => storeIdentity.categories.find((name) => getCategorySlug(name) === slug);

const isCategory = (word: string) => findOwnCategory(getCategorySlug(word)) !== undefined;

function findCategory(word: string): string | undefined {
  const slug = getCategorySlug(word);
  return findOwnCategory(slug) ?? findOwnCategory(getCategorySlug(foreignNames.get(slug) ?? findGender(word) ?? ''));
}
