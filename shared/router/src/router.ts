/**
 * The part of React Router's declarative mode that screens use. Shell and remotes share one copy, because the router's
 * state is in a React context. A new export is a minor version of `@shop/router`, and is in the first load of every page.
 *
 * @see docs/decisions/0002: why not the data router
 */
export {
  type Location,
  Navigate,
  type To,
  useHref,
  useLocation,
  useNavigationType,
  useSearchParams,
} from 'react-router-dom';
export type { AppHistory } from './histories';
export { Link, type LinkProps, type Prefetch, PrefetchContext } from './link';
export { HistoryContext, type NavigateFunction, ParamsContext, useNavigate, useParams } from './navigation';
