import type { RemoteScreen } from '@shop/remote-contract/remote-module';
import { useSearchParams } from '@shop/router/router';
import { catalogApi } from '../../../api/catalog.endpoints';
import { railQuery } from '../explore-categories/use-product-rail';
import { isBlankSearch } from '../product-list-address';
import { loadProductList } from '../use-product-list';
import { SearchScreen } from './search.screen';
import { parseSearchAddress } from './search-address';

function SearchRoute() {
  const [search] = useSearchParams();
  return <SearchScreen address={parseSearchAddress(search)} />;
}

export const screen: RemoteScreen = {
  Screen: SearchRoute,
  load: async ({ search, dispatch }) => {
    const address = parseSearchAddress(search);
    const found = isBlankSearch(address) ? undefined : await loadProductList(address, dispatch);
    if (found && found.products.length > 0) return;
    await dispatch(catalogApi.endpoints.catalogProducts.initiate(railQuery, { subscribe: false }));
  },
};
