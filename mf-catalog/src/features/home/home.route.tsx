import type { RemoteScreen } from '@shop/remote-contract/remote-module';
import { loadStoreInfo } from '@shop/store-info/use-store-info';
import { catalogApi } from '../../api/catalog.endpoints';
import { HomeScreen } from './home.screen';
import { getFeaturedCategory } from './use-featured-products';

/** The home page has no URL parameters. */
export const screen: RemoteScreen = {
  Screen: HomeScreen,
  load: async ({ dispatch, loadSlot }) => {
    const slot = loadSlot?.('home.section', {});
    const category = getFeaturedCategory(await loadStoreInfo(dispatch));
    await dispatch(catalogApi.endpoints.catalogFeatured.initiate(category, { subscribe: false }));
    await slot;
  },
};
