import { readPriceWords } from '@shop/api-contract/price-words';
import { maxTextLength, type ProductListAddress, parseProductListAddress } from '../product-list-address';

/** Parses the query of the search's URL. Prices in the words are filters, where the URL has no filter of the same kind. */
export function parseSearchAddress(search: URLSearchParams): ProductListAddress {
  const address = parseProductListAddress(search, true);
  const { q, minPrice, maxPrice } = readPriceWords(address.q ?? '');
  return {
    ...address,
    q: q.slice(0, maxTextLength),
    minPrice: address.minPrice ?? minPrice,
    maxPrice: address.maxPrice ?? maxPrice,
  };
}
