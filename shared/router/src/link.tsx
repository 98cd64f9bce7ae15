import { type AnchorHTMLAttributes, createContext, type MouseEvent, type Ref, use, useContext } from 'react';
import {
  createPath,
  UNSAFE_LocationContext as LocationContext,
  type NavigateOptions,
  UNSAFE_NavigationContext as NavigationContext,
  parsePath,
  resolvePath,
  type To,
} from 'react-router-dom';
import type { AppHistory } from './navigation';

/** Loads the remote that owns an address, and the data of its screen. The shell provides it. Without the shell it does nothing. */
export type Prefetch = (to: To) => void;

export const PrefetchContext = createContext<Prefetch>(() => undefined);

export interface LinkProps
  extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'>,
    Pick<NavigateOptions, 'replace' | 'state'> {
  /** Address in the shop. */
  to: To;
  ref?: Ref<HTMLAnchorElement>;
}

/** True for a click that the browser would answer with a navigation in the same tab. */
const opensHere = ({ button, metaKey, altKey, ctrlKey, shiftKey, currentTarget }: MouseEvent<HTMLAnchorElement>) =>
  button === 0 &&
  !(metaKey || altKey || ctrlKey || shiftKey) &&
  (currentTarget.target || '_self') === '_self' &&
  currentTarget.origin === window.location.origin;

/**
 * A link inside the shop. It prefetches its target on hover, focus and touch.
 *
 * It accepts a ref and every prop of an `<a>`, so that `component={Link}` of a button works. React Router's own Link brings the
 * code of its framework mode into the page, and renders again on every navigation. This one depends on the current address only
 * when its own address has no path.
 *
 * @example <Button component={Link} to={urls.cart()}>View cart</Button>
 */
export function Link({ to, replace, state, onClick, onPointerEnter, onFocus, onTouchStart, ...props }: LinkProps) {
  const prefetch = useContext(PrefetchContext);
  const { basename, navigator } = useContext(NavigationContext);
  const given = typeof to === 'string' ? parsePath(to) : to;
  const { pathname, ...rest } = given.pathname?.startsWith('/')
    ? { ...given, pathname: given.pathname }
    : resolvePath(given, use(LocationContext).location.pathname);
  const target = { ...rest, pathname: basename === '/' ? pathname : basename + (pathname === '/' ? '' : pathname) };
  const href = createPath(target);
  return (
    <a
      {...props}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || !opensHere(event)) return;
        event.preventDefault();
        // `HistoryRouter` passes its history as the navigator.
        const { location } = navigator as AppHistory;
        if (replace ?? createPath(location) === href) navigator.replace(target, state);
        else navigator.push(target, state);
      }}
      onPointerEnter={(event) => {
        onPointerEnter?.(event);
        prefetch(to);
      }}
      onFocus={(event) => {
        onFocus?.(event);
        prefetch(to);
      }}
      onTouchStart={(event) => {
        onTouchStart?.(event);
        prefetch(to);
      }}
    />
  );
}
