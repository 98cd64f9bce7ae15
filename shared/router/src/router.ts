/**
 * The part of React Router's declarative mode that the shop uses. Shell and remotes share one copy, because the router's
 * state is in a React context. A new export is a minor version of `@shop/router`.
 *
 * @see docs/decisions/0002: why not the data router
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
export { Link, type LinkProps, type Prefetch, PrefetchContext } from './link';
export type { AppHistory } from './navigation';
export { type NavigateFunction, useNavigate } from './navigation';
