import { getCategorySlug } from '@shop/product-search/category-slug';
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

/**
 * Maps Shopify's Type, Tags and Google Shopping gender to the shop's own terms.
 *
 * - gender: the Google Shopping gender, else the first tag that is a gender (`men`, `female`, `unisex`), else none.
 * - category: always a category of the shop, so that shoppers find the product. It is the Type if that is the name or slug
 *   of a category in any case, else the first such tag, else the gender Men or Women, else Accessories (Specification 3).
 * - parentCategory, the sub-category: the Type unless it became the category, else the first tag that is neither a
 *   category nor a gender, else none.
 */
export function classify(type: string, tags: string[], googleGender: string): Classification {
  const gender = [googleGender, ...tags].map(findGender).find(Boolean) ?? null;
  const named = [type, ...tags].map(findCategory).find(Boolean);
  const category = named ?? (gender === 'Men' || gender === 'Women' ? gender : 'Accessories');
  const parentCategory =
    [type, ...tags].find((word) => word !== '' && !findCategory(word) && !findGender(word)) ?? null;
  return { category, parentCategory, gender };
}

function findGender(word: string) {
  return genderWords.get(word.trim().toLowerCase());
}

function findCategory(word: string): string | undefined {
  const slug = getCategorySlug(word);
  return storeIdentity.categories.find((name) => getCategorySlug(name) === slug);
}
