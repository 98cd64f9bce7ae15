import { setImmediate as nextTurn } from 'node:timers/promises';
import { descriptionTerm, isWordTerm, type SearchTerms, weights } from './search-document';
import { planSearch, rankUnit, type SearchTerm, type SearchUnit, type Vocabulary } from './search-plan';

/** Documents that match, and their ranks by number. */
export interface TextMatches {
  documents: number[];
  ranks: Float64Array;
}

/** What a query found in each document. */
interface Totals {
  ranks: Float64Array;
  units: Uint8Array;
  /** Words outside of the description. */
  words: Uint8Array;
  /** 1 for a word outside of the description, and for two words that the document writes as one. */
  isNamed: Uint8Array;
}

/** Finds documents by words. Documents have the numbers 0, 1, 2… in the order of their addition. */
export interface TextIndex {
  add: (terms: SearchTerms) => void;
  /** Returns null for a query without a word. */
  search: (query: string) => Promise<TextMatches | null>;
}

/** A document and its weight in one number: document × 16 + weight. */
const weightBits = 4;
const weightMask = 0xf;

/** Letters by which words are found that begin with the same ones. */
const bucketLength = 2;

/** Creates an index of texts in memory, with the plan and the ranks of the search in the database. */
export function createTextIndex(): TextIndex {
  const postings = new Map<string, number[]>();
  /** Words outside of descriptions, by their first letters. */
  const buckets = new Map<string, string[]>();
  let size = 0;

  const listLonger = (prefix: string) =>
    (buckets.get(prefix.slice(0, bucketLength)) ?? []).filter((word) => word.startsWith(prefix));
  const hasTerm = (term: string) =>
    term.endsWith('*') ? listLonger(term.slice(0, -1)).length > 0 : postings.has(term);

  const vocabulary: Vocabulary = {
    findKnown: async (terms) => new Set(terms.filter(hasTerm)),
    findDescribed: async (words) => new Set(words.filter((word) => postings.has(descriptionTerm(word)))),
    findSimilar: async (words) =>
      new Map(
        words.map((word) => {
          const letter = word.charAt(0);
          const isNear = (key: string) => key.startsWith(letter) || key === word.charAt(1) + letter;
          return [word, [...buckets].flatMap(([key, found]) => (isNear(key) ? found : []))];
        }),
      ),
  };

  const listPostings = ({ term, isPrefix }: SearchTerm): (readonly number[])[] => {
    if (!isPrefix) return [postings.get(term) ?? []];
    if (!term.startsWith('=')) return listLonger(term).flatMap((word) => [postings.get(word) ?? []]);
    return listLonger(term.slice(1)).flatMap((word) => [postings.get(`=${word}`) ?? []]);
  };

  /** Finds the weight of the best of the terms in each document. */
  const findWeights = (terms: readonly SearchTerm[]): Uint8Array => {
    const best = new Uint8Array(size);
    for (const posting of terms.flatMap(listPostings).flat()) {
      const document = posting >> weightBits;
      best[document] = Math.max(best[document] ?? 0, posting & weightMask);
    }
    return best;
  };

  /** Adds the ranks of one unit, and counts the units and the words that each document has. */
  const addUnit = (unit: SearchUnit, total: Totals) => {
    const words = unit.words.map(findWeights);
    const joined = findWeights(unit.joined);
    for (let document = 0; document < size; document++) {
      const found = words.map((weightsOfWord) => weightsOfWord[document] ?? 0);
      const together = joined[document] ?? 0;
      if (together === 0 && found.every((weight) => weight === 0)) continue;
      const named = found.map((weight) => (weight > weights.description ? weight : 0));
      const isJoined = together > weights.description;
      const count = isJoined ? found.length : named.filter(Boolean).length;
      if (together > 0 || count > 0) total.isNamed[document] = 1;
      total.ranks[document] = (total.ranks[document] ?? 0) + rankUnit(named, together);
      total.words[document] = (total.words[document] ?? 0) + count;
      if (together > 0 || !found.includes(0)) total.units[document] = (total.units[document] ?? 0) + 1;
    }
  };

  return {
    add: (terms) => {
      for (const [term, weight] of terms) {
        const posting = (size << weightBits) | weight;
        const list = postings.get(term);
        if (list) {
          list.push(posting);
          continue;
        }
        postings.set(term, [posting]);
        if (!isWordTerm(term)) continue;
        const key = term.slice(0, bucketLength);
        const bucket = buckets.get(key);
        if (bucket) bucket.push(term);
        else buckets.set(key, [term]);
      }
      size++;
    },

    search: async (query) => {
      const plan = await planSearch(query, vocabulary);
      if (!plan) return null;
      const total: Totals = {
        ranks: new Float64Array(size),
        units: new Uint8Array(size),
        words: new Uint8Array(size),
        isNamed: new Uint8Array(size),
      };
      for (const unit of plan.units) {
        addUnit(unit, total);
        // A unit takes milliseconds. Other work of the process gets its turn between two of them.
        await nextTurn();
      }
      const select = (isMatch: (document: number) => boolean) => {
        const documents: number[] = [];
        for (let document = 0; document < size; document++) if (isMatch(document)) documents.push(document);
        return documents;
      };
      const unitCount = plan.units.length;
      const all = select(
        (document) => total.units[document] === unitCount && (plan.wordCount === 1 || total.isNamed[document] === 1),
      );
      if (all.length > 0 || plan.wordCount < 3) return { documents: all, ranks: total.ranks };
      const nouns = findWeights(plan.nouns);
      const most = select(
        (document) => (nouns[document] ?? 0) > 0 && (total.words[document] ?? 0) > plan.wordCount / 2,
      );
      return { documents: most, ranks: total.ranks };
    },
  };
}
