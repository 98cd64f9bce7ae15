import { type FoldedWord, foldText } from './folding/fold-text';

/** How much a word counts in each part of a product. A word of the description has no place of its own in the order. */
export const weights = { title: 15, category: 8, attribute: 3, description: 1 } as const;

/** Texts of a product. */
export interface ProductTexts {
  title: string;
  /** Names of the category and of the sub-category. */
  categories: readonly string[];
  /** Values of the options, such as `Bottle Green`. */
  options: readonly string[];
  description: string;
}

/**
 * The terms of a product and their weights. Terms are folded words, and with a mark:
 *
 * - `+lunch+box`: two words beside each other, which a query may write as one
 * - `=tawa`: the word that names the thing, the last one of "Cast-Iron Tawa, 24 cm"
 * - `.dry`: a word of the description
 */
export type SearchTerms = ReadonlyMap<string, number>;

export const joinTerm = (first: string, second: string): string => `+${first}+${second}`;
export const nounTerm = (word: string): string => `=${word}`;
export const descriptionTerm = (word: string): string => `.${word}`;
/** Whether a term is a word without a mark. */
export const isWordTerm = (term: string): boolean => !/^[=.+]/.test(term);

/** Words and signs that end the name of a thing: "Steel Stockpot with Lid". */
const endOfName = /[,;:|()[\]/]|\s[-–—]\s|\s(?:with|without|for|from|in|of|by|on|and|set)\s/iu;

/** Creates the terms of a product, for the database and for the index of a gateway. */
export function createSearchTerms({ title, categories, options, description }: ProductTexts): SearchTerms {
  const terms = new Map<string, number>();
  const add = (term: string, weight: number) => terms.set(term, Math.max(weight, terms.get(term) ?? 0));
  const addText = (words: readonly FoldedWord[], weight: number) => {
    for (const [index, word] of words.entries()) {
      for (const term of [word.folded, ...(word.parts ?? [])]) add(term, weight);
      const previous = words[index - 1];
      if (previous && word.isJoinable) add(joinTerm(previous.folded, word.folded), weight);
    }
  };
  addText(foldText(title), weights.title);
  const name = foldText(title.split(endOfName).find((part) => /\p{L}/u.test(part)) ?? '');
  const noun = name.findLast(({ folded }) => /^\p{L}{2}/u.test(folded));
  if (noun) add(nounTerm(noun.folded), weights.title);
  for (const category of categories) addText(foldText(category), weights.category);
  for (const option of options.flatMap((value) => value.split(/[,/&]|\sand\s/i))) {
    const words = foldText(option);
    addText(words.slice(-1), weights.attribute);
    // "Bottle Green" is a green and no bottle: the words before the last one count together with it only.
    for (const [first, second] of words.slice(1).map((word, index) => [words[index], word])) {
      if (first && second) add(joinTerm(first.folded, second.folded), weights.attribute);
    }
  }
  for (const { folded } of foldText(description)) add(descriptionTerm(folded), weights.description);
  return terms;
}
