import type { RemoteRoutes } from '@shop/remote-contract/remote-module';
import type { paths } from './paths';

/** What the shell loads. A chunk is called like the route it holds. */
export const routes: RemoteRoutes<typeof paths> = {
  home: () => import(/* webpackChunkName: "home" */ './features/home/home.route'),
  products: () => import(/* webpackChunkName: "products" */ './features/product-list/product-list.route'),
  product: () => import(/* webpackChunkName: "product" */ './features/product-detail/product-detail.route'),
};
