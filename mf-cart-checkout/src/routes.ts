import type { RemoteRoutes } from '@shop/remote-contract/remote-module';
import type { paths } from './paths';

/** The module that this remote exposes: one loader per route. */
export const routes: RemoteRoutes<typeof paths> = {
  cart: () => import(/* webpackChunkName: "cart" */ './features/cart/cart.route'),
  checkout: () => import(/* webpackChunkName: "checkout" */ './features/checkout/checkout.route'),
};
