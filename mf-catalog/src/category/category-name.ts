import { type Texts, text } from '@shop/language/texts';

/** Capitalises the first letter only: `men` becomes `Men`. */
export function capitalizeFirst(name: string): string {
  return name.replace(/^\p{L}/u, (letter) => letter.toUpperCase());
}

/** Capitalises the first letter of every word: `kitchen tools` becomes `Kitchen Tools`. Interpretation 37. */
export function capitalizeWords(name: string): string {
  return name.replace(/(?<=^|[\s-])\p{L}/gu, (letter) => letter.toUpperCase());
}

/** The shop's own categories, in lower case. They have pictures and translations. */
export const shopCategories: readonly string[] = [
  text('cookware'),
  text('kitchen storage and containers'),
  text('kitchen tools'),
  text('specialty cookware'),
  text('cooking utensils'),
  text('kitchen appliances'),
  text('men'),
  text('women'),
  text('accessories'),
];

/**
 * Translates the name of a category, in any case. Other categories than those of the shop stay as the store API names them.
 *
 * @param english What an English page shows. Default: the name with a capital first letter.
 */
export function translateCategory(t: Texts, name: string, english = capitalizeFirst(name)): string {
  const key = name.trim().toLowerCase();
  const translation = t(key);
  return translation === key ? english : translation;
}
