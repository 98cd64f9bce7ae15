import type { Product } from '@shop/api-contract/decoders/product';
import { urls } from '@shop/remote-contract/urls';

/** A category, or a sub-category of a category. */
export interface SuggestedCategory {
  /** English name of the category, or the name that the store API sends. */
  category: string;
  parentCategory?: string;
  to: string;
}

const maxCategories = 3;

/** True when a word of the name begins with the words, or the name does. */
const isNameOf = (name: string, words: string) =>
  ` ${name.toLocaleLowerCase()}`.includes(` ${words.toLocaleLowerCase()}`);

/**
 * Lists the categories whose names match the words, and then the sub-categories of the products found.
 *
 * @param categories Links to the categories of the shop.
 * @param translate Gives the name of a category in the language of the page. Both names can match.
 */
export function suggestCategories(
  words: string,
  categories: readonly { text: string; to: string }[],
  products: readonly Product[],
  translate: (name: string) => string,
): SuggestedCategory[] {
  if (!words) return [];
  const named = categories
    .filter(({ text }) => isNameOf(text, words) || isNameOf(translate(text), words))
    .map(({ text, to }): SuggestedCategory => ({ category: text, to }));
  const ofProducts = products
    .filter(({ category, parentCategory }) => category && parentCategory)
    .map(({ category, parentCategory }): SuggestedCategory => {
      const to = urls.productList({ category: category.toLowerCase(), parentCategory });
      return { category, parentCategory, to };
    });
  const byAddress = new Map([...named, ...ofProducts].map((suggested) => [suggested.to, suggested]));
  return [...byAddress.values()].slice(0, maxCategories);
}
