import type { RemoteRoutes } from '@shop/remote-contract/remote-module';
import type { paths } from './paths';

/** The module that the shell loads. Each chunk has the name of its route. */
export const routes: RemoteRoutes<typeof paths> = {
  home: () => import(/* webpackChunkName: "home" */ './features/home/home.route'),
  products: () => import(/* webpackChunkName: "products" */ './features/product-list/product-list.route'),
  search: () => import(/* webpackChunkName: "search" */ './features/product-list/search/search.route'),
  product: () => import(/* webpackChunkName: "product" */ './features/product-detail/product-detail.route'),
};
