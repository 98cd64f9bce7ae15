import { useAppDispatch } from '@shop/api-client/app-state';
import type { Product } from '@shop/api-contract/decoders/product';
import { useEffect, useState } from 'react';
import { searchApi } from './search.endpoints';

/** Milliseconds without a key press until the request. */
const debounceMs = 150;

/** Characters from which a search finds more than noise. */
const minLength = 2;

/** Products that match the words. A failed request is ready without products: suggestions show no errors. */
export type FoundProducts =
  | { kind: 'loading' }
  | { kind: 'ready'; products: readonly Product[] /** True for a failed request. */; isUnknown?: boolean };

const none = { kind: 'ready', products: [] } as const;

/**
 * Finds products while the shopper types. Each change of the words aborts the running request, and its products never show for other
 * words.
 *
 * @param words Trimmed words. Empty while no suggestions show.
 */
export function useFoundProducts(words: string): FoundProducts {
  const dispatch = useAppDispatch();
  const [found, setFound] = useState<{ words: string; result: FoundProducts }>();
  const isSearched = words.length >= minLength;
  useEffect(() => {
    if (!isSearched) return;
    let abort = () => {};
    const timer = setTimeout(() => {
      const request = dispatch(searchApi.endpoints.shellSearch.initiate(words, { subscribe: false }));
      let isAborted = false;
      abort = () => {
        isAborted = true;
        request.abort();
      };
      void request.then(({ data }) => {
        if (isAborted) return;
        setFound({ words, result: data ? { kind: 'ready', products: data } : { ...none, isUnknown: true } });
      });
    }, debounceMs);
    return () => {
      clearTimeout(timer);
      abort();
    };
  }, [words, isSearched, dispatch]);
  if (!isSearched) return none;
  return found?.words === words ? found.result : { kind: 'loading' };
}
