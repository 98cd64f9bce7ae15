/**
 * React Router, declarative mode, as far as the shop uses it. Adding an export is a minor version of `@shop/router`;
 * shell and remotes share one copy, since the router lives in a context.
 *
 * @see docs/decisions/0003: why not the data router
 */
export {
  generatePath,
  type Location,
  matchPath,
  matchRoutes,
  Navigate,
  Outlet,
  Route,
  type RouteObject,
  Router,
  Routes,
  type To,
  UNSAFE_createBrowserHistory as createBrowserHistory,
  UNSAFE_createMemoryHistory as createMemoryHistory,
  useLocation,
  useNavigationType,
  useParams,
  useRoutes,
  useSearchParams,
} from 'react-router-dom';
export type { AppHistory } from './app-history';
export { Link, type LinkProps } from './link';
export { type Prefetch, PrefetchContext } from './prefetch-context';
export { type NavigateFunction, useNavigate } from './use-navigate';
