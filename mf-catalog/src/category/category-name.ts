import type { Texts } from '@shop/language/texts';
import { translatedCategories } from '@shop/store-info/categories';

/** Capitalises the first letter only: `men` becomes `Men`. */
export function capitalizeFirst(name: string): string {
  return name.replace(/^\p{L}/u, (letter) => letter.toUpperCase());
}

/** Capitalises the first letter of every word: `kitchen tools` becomes `Kitchen Tools`. Interpretation 37. */
export function capitalizeWords(name: string): string {
  return name.replace(/(?<=^|[\s-])\p{L}/gu, (letter) => letter.toUpperCase());
}

/**
 * Translates the name of a category, in any case. Other categories than those of the shop stay as the store API names them.
 *
 * @param english What an English page shows. Default: the name with a capital first letter.
 */
export function translateCategory(t: Texts, name: string, english = capitalizeFirst(name)): string {
  const key = name.trim().toLowerCase();
  const known = translatedCategories.find((category) => category.toLowerCase() === key);
  const translation = known && t(known);
  return translation && translation !== known ? translation : english;
}
