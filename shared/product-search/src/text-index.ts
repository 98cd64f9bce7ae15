import SearchableMap from 'minisearch/SearchableMap';

/** Texts of a document by their weight: a whole number from 1 to 15. */
export type WeightedTexts = readonly (readonly [weight: number, text: string])[];

/** Documents that match, and their scores by number. Every one of them matches the same number of words. */
export interface TextMatches {
  documents: number[];
  scores: Float32Array;
}

/** Finds documents by words. Documents have the numbers 0, 1, 2… in the order of their addition. */
export interface TextIndex {
  add: (texts: WeightedTexts) => void;
  /** Returns null for a query without a word. */
  search: (query: string) => TextMatches | null;
}

/** Characters of a text and of a word, and words of a query, that count. */
const maxTextLength = 2000;
const maxWordLength = 40;
const maxQueryWords = 10;

/** Factors of the weight for the beginning of a word and for a similar word: they rank below every same word. */
const prefixFactor = 1 / 16;
const similarFactor = 1 / 256;

/** A document and its weight in one number: document × 16 + weight. */
const weightBits = 4;
const weightMask = 0xf;

/**
 * Creates an index of texts. A document matches a query when it has every word of it; when there is none, the documents with most of
 * the words match. The last word may be incomplete. A word that no important text has (weight 4 and above) finds similar words.
 *
 * The tree of words with its search by beginning and by distance is minisearch's. The lists of documents are numbers, because the
 * library's own search takes a hundred milliseconds for a word of many products and five times the memory.
 */
export function createTextIndex(): TextIndex {
  const postings = new SearchableMap<number[]>();
  let size = 0;

  /** Finds the lists of documents for a word of a query, with their factors. */
  const findPostings = (word: string, isLast: boolean): [factor: number, list: readonly number[]][] => {
    const same = postings.get(word);
    const longer = isLast ? [...postings.atPrefix(word).values()] : [];
    const exact: [number, number[]][] = [
      ...longer.map((list): [number, number[]] => [prefixFactor, list]),
      ...(same ? [[1, same] satisfies [number, number[]]] : []),
    ];
    if (exact.some(([, list]) => list.some((posting) => (posting & weightMask) >= 4))) return exact;
    const maxDistance = word.length < 4 ? 0 : word.length < 8 ? 1 : 2;
    // Two swapped letters are the most common error, and a distance of two.
    const similar = maxDistance > 0 ? [...postings.fuzzyGet(word, 2).entries()] : [];
    const isNear = (found: string, distance: number) => distance <= maxDistance || isSwapped(word, found);
    const near = similar.filter(([found, [, distance]]) => distance > 0 && isNear(found, distance));
    return [...exact, ...near.map(([, [list, distance]]): [number, number[]] => [similarFactor / distance, list])];
  };

  return {
    add: (texts) => {
      const weights = new Map<string, number>();
      for (const [weight, text] of texts) {
        for (const word of splitWords(text.slice(0, maxTextLength))) {
          weights.set(word, Math.max(weight, weights.get(word) ?? 0));
        }
      }
      for (const [word, weight] of weights) {
        const posting = (size << weightBits) | weight;
        const list = postings.get(word);
        if (list) list.push(posting);
        else postings.set(word, [posting]);
      }
      size++;
    },

    search: (query) => {
      const words = [...new Set(splitWords(query))].slice(0, maxQueryWords);
      if (words.length === 0) return null;
      const scores = new Float32Array(size);
      const hits = new Uint8Array(size);
      for (const [index, word] of words.entries()) {
        const best = new Float32Array(size);
        for (const [factor, list] of findPostings(word, index === words.length - 1)) {
          for (const posting of list) {
            const document = posting >> weightBits;
            const score = (posting & weightMask) * factor;
            if (score > (best[document] ?? 0)) best[document] = score;
          }
        }
        // Iterators of typed arrays take five times as long as this loop.
        for (let document = 0; document < size; document++) {
          const score = best[document] ?? 0;
          if (score === 0) continue;
          scores[document] = (scores[document] ?? 0) + score;
          hits[document] = (hits[document] ?? 0) + 1;
        }
      }
      const maxHits = hits.reduce((most, count) => Math.max(most, count), 1);
      const documents: number[] = [];
      for (let document = 0; document < size; document++) if (hits[document] === maxHits) documents.push(document);
      return { documents, scores };
    },
  };
}

/** Splits a text into words in lower case, without accents of Latin letters and without the s of a plural. */
function splitWords(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  const words = plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.map((word) => word.slice(0, maxWordLength).replace(/(?<=[a-z]{2}[^s\W])s$/, ''));
}

/** Whether two words differ by two neighbouring letters that are swapped. */
function isSwapped(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  const first = [...one].findIndex((letter, index) => letter !== other[index]);
  const swapped = one.slice(0, first) + one.charAt(first + 1) + one.charAt(first) + one.slice(first + 2);
  return first >= 0 && swapped === other;
}
