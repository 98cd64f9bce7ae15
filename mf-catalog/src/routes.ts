import type { RemoteRoutes } from '@shop/remote-contract/remote-module';
import type { RemoteSlots } from '@shop/remote-contract/slots';
import type { paths } from './paths';
import type { slots as filledSlots } from './slots';

/** The module that the shell loads. Each chunk has the name of its route. */
export const routes: RemoteRoutes<typeof paths> = {
  home: () => import(/* webpackChunkName: "home" */ './features/home/home.route'),
  products: () => import(/* webpackChunkName: "products" */ './features/product-list/product-list.route'),
  search: () => import(/* webpackChunkName: "search" */ './features/product-list/search/search.route'),
  product: () => import(/* webpackChunkName: "product" */ './features/product-detail/product-detail.route'),
};

/** The components that fill slots of other remotes' screens. */
export const slots: RemoteSlots<typeof filledSlots> = {
  'screen.suggestions': () =>
    import(/* webpackChunkName: "screen.suggestions" */ './features/suggestions/suggestions.slot'),
};
