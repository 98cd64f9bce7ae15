import { type AnchorHTMLAttributes, createContext, type MouseEvent, type Ref, useContext } from 'react';
import {
  createPath,
  type NavigateOptions,
  type Path,
  parsePath,
  resolvePath,
  type To,
  useLocation,
} from 'react-router-dom';
import { HistoryContext } from './navigation';

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
export function Link({ to, ...props }: LinkProps) {
  const path: Partial<Path> = typeof to === 'string' ? parsePath(to) : to;
  return path.pathname?.startsWith('/') ? <Anchor to={path} {...props} /> : <RelativeLink to={path} {...props} />;
}

function RelativeLink({ to, ...props }: LinkProps) {
  const { pathname } = useLocation();
  return <Anchor to={resolvePath(to, pathname)} {...props} />;
}

interface AnchorProps extends LinkProps {
  /** An address with a path. */
  to: Partial<Path>;
}

function Anchor({ to, replace, state, onClick, onPointerEnter, onFocus, onTouchStart, ...props }: AnchorProps) {
  const prefetch = useContext(PrefetchContext);
  const host = useContext(HistoryContext);
  const { pathname = '/' } = to;
  const target = { ...to, pathname: host?.basename ? host.basename + (pathname === '/' ? '' : pathname) : pathname };
  const href = createPath(target);
  return (
    <a
      {...props}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (!host || event.defaultPrevented || !opensHere(event)) return;
        event.preventDefault();
        const { history } = host;
        if (replace ?? createPath(history.location) === href) history.replace(target, state);
        else history.push(target, state);
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
