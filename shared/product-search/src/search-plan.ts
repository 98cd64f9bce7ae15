import { englishWords } from './folding/english-words';
import { type FoldedWord, foldText, foldWord } from './folding/fold-text';
import { descriptionTerm, joinTerm, nounTerm, weights } from './search-document';
import { countTypingErrors, mayHaveTypingError } from './typing-error';

/** The words of all products, in the database or in the memory of a gateway. Words are folded. */
export interface Vocabulary {
  /** Returns those of the terms that a title, a category or an option has. A term that ends with `*` stands for every longer one. */
  findKnown: (terms: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Returns those of the words that a description has. */
  findDescribed: (words: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Returns words that look similar to each of these, at least those with one typing error. */
  findSimilar: (words: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>;
}

/** A term that stands for a word of the query. */
export interface SearchTerm {
  term: string;
  /** The term is the beginning of a word. */
  isPrefix: boolean;
}

/**
 * Words of the query that belong together: one word, or two that products may write as one. A product has the unit when it has a term of
 * each word, or a term of the joined words.
 */
export interface SearchUnit {
  words: readonly (readonly SearchTerm[])[];
  joined: readonly SearchTerm[];
}

/**
 * What a query finds. Products match when they have every unit; with several words, one of them not in the description only. When no
 * product matches, and there are three words or more, products match that have more than half of the words outside of the description, and
 * whose own noun is among them: "copper tawa xylophone" finds a copper tawa, and "blue cotton saree" no blue cotton shirt.
 *
 * Both the database and the index in memory rank by `rankUnit`.
 */
export interface SearchPlan {
  units: readonly SearchUnit[];
  wordCount: number;
  /** Terms of which a product needs one when it has not all units. */
  nouns: readonly SearchTerm[];
}

/** Words of a query that count. */
const maxWords = 8;
/** Longest word that is split into two. */
const maxSplitLength = 24;
/** Known words that stand for a word with a typing error. */
const maxSimilar = 5;
/** Unknown words of a query that are compared with similar ones, which is the most expensive part of a search. */
const maxUnknown = 3;
const maxErrors = 2;

/**
 * Ranks a unit of a product.
 *
 * @param words Weight of the best term of each word outside of the description, 0 without one.
 * @param joined The same for the joined words.
 */
export const rankUnit = (words: readonly number[], joined: number): number =>
  Math.max(
    words.reduce((sum, rank) => sum + Math.max(rank, weights.description), 0),
    joined * words.length,
  );

const same = (term: string): SearchTerm => ({ term, isPrefix: false });

/** Plans the search of a text. @returns Null when the text has no word. */
export async function planSearch(text: string, vocabulary: Vocabulary): Promise<SearchPlan | null> {
  const words = foldText(text)
    .filter(({ folded }, index, all) => all.findIndex((word) => word.folded === folded) === index)
    .slice(0, maxWords);
  if (words.length === 0) return null;
  const last = words.length - 1;
  const lookups = words.map((word, index) => listLookups(word, words[index + 1], index === last));
  const joinedWords = lookups.flatMap(({ joined }) => joined ?? []);
  const known = new Set(await vocabulary.findKnown(lookups.flatMap((lookup) => lookup.terms)));
  const described = joinedWords.length > 0 ? await vocabulary.findDescribed(joinedWords) : [];
  for (const word of described) known.add(descriptionTerm(word));

  const units = joinUnits(words, lookups, known);
  const alternatives = new Map<FoldedWord, readonly SearchTerm[]>();
  const unknown: FoldedWord[] = [];
  for (const word of units.flatMap((unit) => unit.words)) {
    const isLast = word === units.at(-1)?.words.at(-1);
    const prefix = listPrefixes(word, isLast).find((text) => known.has(`${text}*`));
    const described = same(descriptionTerm(word.folded));
    const names = [word.folded, ...(word.synonyms ?? [])].filter((name) => known.has(name));
    if (names.length > 0) alternatives.set(word, [...names.map(same), described]);
    else if (prefix) alternatives.set(word, [{ term: prefix, isPrefix: true }, described]);
    else {
      alternatives.set(word, [described]);
      const isInUnit = units.some((unit) => unit.joined.length > 0 && unit.words.includes(word));
      if (!isInUnit && mayHaveTypingError(word.folded) && mayHaveTypingError(word.written)) unknown.push(word);
    }
  }
  if (unknown.length > 0) await addSimilarWords(unknown.slice(0, maxUnknown), alternatives, vocabulary);
  return {
    units: units.map((unit) => ({
      words: unit.words.map((word) => alternatives.get(word) ?? []),
      joined: unit.joined.map(same),
    })),
    wordCount: units.reduce((sum, unit) => sum + unit.words.length, 0),
    nouns: [...alternatives.values()].flat().flatMap(({ term, ...rest }) => {
      return term.startsWith('.') ? [] : [{ ...rest, term: nounTerm(term) }];
    }),
  };
}

interface Lookup {
  terms: string[];
  /** Two words that the word consists of, by the term of both. */
  splits: ReadonlyMap<string, readonly [string, string]>;
  /** The word and the next one, written as one. */
  joined: string | null;
}

/** Lists the beginnings that a word may be. Only the last word may be short, or complete as an English word. */
function listPrefixes({ written, folded, parts }: FoldedWord, isLast: boolean): string[] {
  if (parts || !/^\p{L}{2}/u.test(folded) || (!isLast && englishWords.has(written))) return [];
  return [written, folded].filter((text) => text.length >= (isLast ? 2 : 3));
}

/** Lists what the vocabulary has to know about a word of the query. */
function listLookups(word: FoldedWord, next: FoldedWord | undefined, isLast: boolean): Lookup {
  const { written, folded, synonyms = [] } = word;
  const splits = new Map<string, readonly [string, string]>();
  const canSplit = mayHaveTypingError(written) && written.length <= maxSplitLength;
  for (let length = 1; canSplit && length < written.length - 1; length++) {
    const [first, second] = [foldWord(written.slice(0, length)), foldWord(written.slice(length))];
    splits.set(joinTerm(first, second), [written.slice(0, length), written.slice(length)]);
  }
  const joined =
    next?.isJoinable && mayHaveTypingError(written + next.written) ? foldWord(written + next.written) : null;
  const terms = [
    folded,
    ...synonyms,
    ...splits.keys(),
    ...(joined ? [joined] : []),
    ...(next ? [joinTerm(folded, next.folded)] : []),
  ];
  return { terms: [...terms, ...listPrefixes(word, isLast).map((prefix) => `${prefix}*`)], splits, joined };
}

/** Joins words of the query that products write as one, and splits a word that products write as two. */
function joinUnits(words: readonly FoldedWord[], lookups: readonly Lookup[], known: ReadonlySet<string>) {
  const units: { words: FoldedWord[]; joined: string[] }[] = [];
  for (let index = 0; index < words.length; index++) {
    const [word, next, lookup] = [words[index], words[index + 1], lookups[index]];
    if (!word || !lookup) continue;
    const pair = next && joinTerm(word.folded, next.folded);
    const written = lookup.joined ? [lookup.joined, descriptionTerm(lookup.joined)] : [];
    const joined = [...written, pair].filter((term) => term && known.has(term)) as string[];
    if (next && joined.length > 0) {
      units.push({ words: [word, next], joined });
      index++;
      continue;
    }
    const split = [...lookup.splits].find(([term]) => known.has(term));
    if (!split) {
      units.push({ words: [word], joined: [] });
      continue;
    }
    const parts = split[1].map((written) => ({ written, folded: foldWord(written), isJoinable: true }));
    units.push({ words: parts, joined: [word.folded, split[0]].filter((term) => known.has(term)) });
  }
  return units;
}

/** Adds the known words that a word with a typing error may mean, when no description has the word either. */
async function addSimilarWords(
  words: readonly FoldedWord[],
  alternatives: Map<FoldedWord, readonly SearchTerm[]>,
  vocabulary: Vocabulary,
): Promise<void> {
  const described = await vocabulary.findDescribed(words.map(({ folded }) => folded));
  const missing = words.filter(({ folded }) => !described.has(folded));
  if (missing.length === 0) return;
  const similar = await vocabulary.findSimilar(missing.map(({ folded }) => folded));
  for (const word of missing) {
    const errors = new Map(
      (similar.get(word.folded) ?? []).map((term) => [term, countTypingErrors(word.folded, term) ?? maxErrors + 1]),
    );
    const fewest = Math.min(maxErrors, ...errors.values());
    const found = [...errors.keys()].filter((term) => errors.get(term) === fewest).sort();
    alternatives.set(word, [...found.slice(0, maxSimilar).map(same), ...(alternatives.get(word) ?? [])]);
  }
}
