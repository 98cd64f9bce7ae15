import type { RemoteRoutes } from '@shop/remote-contract/remote-module';
import type { paths } from './paths';

export const routes: RemoteRoutes<typeof paths> = {
  contact: () => import(/* webpackChunkName: "contact" */ './features/contact/contact.route'),
  'api-test': () => import(/* webpackChunkName: "api-test" */ './features/api-test/api-test.route'),
  'not-found': () => import(/* webpackChunkName: "not-found" */ './features/not-found/not-found.route'),
  policy: () => import(/* webpackChunkName: "policy" */ './features/policy/policy.route'),
  unknown: () => import(/* webpackChunkName: "unknown" */ './features/not-found/not-found.route'),
};
