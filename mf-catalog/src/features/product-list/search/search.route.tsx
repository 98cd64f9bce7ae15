import type { RemoteScreen } from '@shop/remote-contract/remote-module';
import { useSearchParams } from '@shop/router/router';
import { catalogApi } from '../../../api/catalog.endpoints';
import { railQuery } from '../explore-categories/use-product-rail';
import { parseProductListAddress } from '../product-list-address';
import { loadProductList } from '../use-product-list';
import { SearchScreen } from './search.screen';

function SearchRoute() {
  const [search] = useSearchParams();
  return <SearchScreen address={parseProductListAddress(search, true)} />;
}

export const screen: RemoteScreen = {
  Screen: SearchRoute,
  load: async ({ search, dispatch }) => {
    const address = parseProductListAddress(search, true);
    const found = address.q ? await loadProductList(address, dispatch) : undefined;
    if (found && found.products.length > 0) return;
    await dispatch(catalogApi.endpoints.catalogProducts.initiate(railQuery, { subscribe: false }));
  },
};
