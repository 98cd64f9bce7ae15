import type { RemoteRoutes } from '@shop/remote-contract/remote-module';
import type { paths } from './paths';

export const routes: RemoteRoutes<typeof paths> = {
  payment: () => import(/* webpackChunkName: "payment" */ './features/payment/payment.route'),
  'order-success': () => import(/* webpackChunkName: "order-success" */ './features/order-success/order-success.route'),
};
