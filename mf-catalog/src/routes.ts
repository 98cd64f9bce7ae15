import type { RemoteRoutes } from '@shop/remote-contract/remote-module';
import type { paths } from './paths';

export const routes: RemoteRoutes<typeof paths> = {
  home: () => import(/* webpackChunkName: "home" */ './features/home/home.route'),
};
