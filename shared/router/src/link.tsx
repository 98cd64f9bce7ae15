import { useContext } from 'react';
import { type LinkProps, Link as RouterLink } from 'react-router-dom';
import { PrefetchContext } from './prefetch-context';

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
