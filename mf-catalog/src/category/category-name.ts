import type { Texts } from '@shop/language/texts';
import { translatedCategories } from '@shop/store-info/categories';

/** Capitalises the first letter only: `men` becomes `Men`. */
export function capitalizeFirst(name: string): string {
  return name.replace(/^\p{L}/u, (letter) => letter.toUpperCase());
}

/** Writes the slug of a link as words: `kitchen-tools` becomes `kitchen tools`. Other names stay, such as `T-shirts`. */
export function formatSlug(name: string): string {
  return /^\p{L}{2,}(-\p{L}{2,})+$/u.test(name) ? name.replaceAll('-', ' ') : name;
}

/** Capitalises the first letter of every word: `kitchen tools` and `kitchen-tools` become `Kitchen Tools`. Interpretation 37. */
export function capitalizeWords(name: string): string {
  return formatSlug(name).replace(/(?<=^|[\s-])\p{L}/gu, (letter) => letter.toUpperCase());
}

/**
 * Gives the name of a category in the language of the page.
 *
 * @param name Name or slug, in any case: `Kitchen Tools`, `kitchen-tools`. A category that the shop does not know keeps its name.
 * @param english What an English page shows for a name. Default: the name with a capital first letter.
 */
export function translateCategory(t: Texts, name: string, english = capitalizeFirst(name)): string {
  const key = formatSlug(name.trim().toLowerCase());
  const known = translatedCategories.find((category) => category.toLowerCase() === key);
  const translation = known && t(known);
  return translation && translation !== known ? translation : english;
}

/** Value of `lang` for what `translateCategory` gives: undefined for a translation, and in an English page. */
export const getCategoryLanguage = (t: Texts, name: string): string | undefined =>
  translateCategory(t, name, '') ? undefined : t.dataLanguage;

/** Short names in links to their full names. Specification 2 "Footer". */
const fullNames: ReadonlyMap<string, string> = new Map([['kitchen storage', 'kitchen storage and containers']]);

const foldName = (name: string): string => {
  const words = name
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
  return fullNames.get(words) ?? words;
};

/**
 * Finds the category of the shop that a name, a slug or a short name in any case means. Interpretation 5.
 *
 * @returns The name itself when the shop has no such category.
 * @example findCategory('kitchen-storage', ['Kitchen Storage and Containers']) // 'Kitchen Storage and Containers'
 */
export const findCategory = (name: string, categories: readonly string[]): string =>
  categories.find((category) => foldName(category) === foldName(name)) ?? name;
