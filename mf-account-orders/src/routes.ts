import type { RemoteRoutes } from '@shop/remote-contract/remote-module';
import type { paths } from './paths';

/** The module that this remote exposes: one loader per route. */
export const routes: RemoteRoutes<typeof paths> = {
  account: () => import(/* webpackChunkName: "account" */ './features/account/account.route'),
  orders: () => import(/* webpackChunkName: "orders" */ './features/orders/orders.route'),
  order: () => import(/* webpackChunkName: "order" */ './features/order/order.route'),
  'track-order': () => import(/* webpackChunkName: "track-order" */ './features/track-order/track-order.route'),
};
