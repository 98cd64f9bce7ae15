import type { RemoteScreen } from '@shop/remote-contract/remote-module';
import { useSearchParams } from '@shop/router/router';
import { use } from 'react';
import { cutText, isBlankSearch, type ProductListAddress, parseProductListAddress } from '../product-list-address';
import { loadProductList } from '../use-product-list';
import { loadPriceReader } from './price-reader';
import { SearchScreen } from './search.screen';

const loadReader = (search: URLSearchParams) => loadPriceReader(search.get('q') ?? '');

/** Parses the query of the search's URL. Prices in the words are filters, where the URL has no filter of the same kind. */
function parseSearchAddress(
  search: URLSearchParams,
  readPriceWords: Awaited<ReturnType<typeof loadPriceReader>>,
): ProductListAddress {
  const address = parseProductListAddress(search, true);
  const { q, minPrice, maxPrice } = readPriceWords(address.q ?? '');
  return {
    ...address,
    q: cutText(q),
    minPrice: address.minPrice ?? minPrice,
    maxPrice: address.maxPrice ?? maxPrice,
  };
}

function SearchRoute() {
  const [search] = useSearchParams();
  return <SearchScreen address={parseSearchAddress(search, use(loadReader(search)))} />;
}

export const screen: RemoteScreen = {
  Screen: SearchRoute,
  load: async ({ search, dispatch, loadSlot }) => {
    const address = parseSearchAddress(search, await loadReader(search));
    const found = isBlankSearch(address) ? undefined : await loadProductList(address, dispatch);
    if (found && found.products.length > 0) return;
    await loadSlot?.('screen.suggestions', { productIds: [] });
  },
};
