import { createContext, useContext } from 'react';
import { type LinkProps, Link as RouterLink, type To } from 'react-router-dom';

/** Loads the remote that owns an address, and the data of its screen. The shell provides it. Without the shell it does nothing. */
export type Prefetch = (to: To) => void;

export const PrefetchContext = createContext<Prefetch>(() => undefined);

export type { LinkProps };

/**
 * A link inside the shop. It prefetches its target on hover, focus and touch.
 *
 * It accepts a ref and every prop of React Router's Link, so that `component={Link}` of a button works.
 *
 * @example <Button component={Link} to={urls.cart()}>View cart</Button>
 */
export function Link({ onPointerEnter, onFocus, onTouchStart, ...props }: LinkProps) {
  const prefetch = useContext(PrefetchContext);
  const prefetchTarget = () => prefetch(props.to);
  return (
    <RouterLink
      {...props}
      onPointerEnter={(event) => {
        onPointerEnter?.(event);
        prefetchTarget();
      }}
      onFocus={(event) => {
        onFocus?.(event);
        prefetchTarget();
      }}
      onTouchStart={(event) => {
        onTouchStart?.(event);
        prefetchTarget();
      }}
    />
  );
}
