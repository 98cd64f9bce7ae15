import type { readPriceWords } from '@shop/api-contract/price-words';

type PriceReader = typeof readPriceWords;

/** A promise that has `value` after it has settled. React's `use` then reads it without a wait. */
type Loading = Promise<PriceReader> & { value?: PriceReader };

const settle = (loading: Loading, value: PriceReader) => Object.assign(loading, { status: 'fulfilled', value });

/** Reads a text without a number, which names no price. */
const readWords: PriceReader = (text) => ({ q: text.trim() });
const words = settle(Promise.resolve(readWords), readWords);

let loading: Loading | undefined;

/**
 * Loads the reader of the prices in a text. Its code loads for the first text with a number. A page for which it does not load
 * leaves prices in the words, where the search reads them too.
 */
export function loadPriceReader(text: string): Loading {
  if (!/\p{N}/u.test(text.normalize('NFKC'))) return words;
  if (!loading) {
    const started: Loading = import(/* webpackChunkName: "price-words" */ '@shop/api-contract/price-words').then(
      (code) => code.readPriceWords,
      () => readWords,
    );
    loading = started;
    void started.then((value) => settle(started, value));
  }
  return loading;
}
