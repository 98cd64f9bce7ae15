import { useContext } from 'react';
import { type LinkProps, Link as RouterLink } from 'react-router-dom';
import { PrefetchContext } from './prefetch-context';

export type { LinkProps };

/**
 * A link inside the shop that prefetches on intent: pointer over it, focus on it, or a finger down on it.
 *
 * It takes a ref and every prop of React Router's Link, so that MUI's `component={Link}` works.
 */
export function Link({ onPointerEnter, onFocus, onTouchStart, ...props }: LinkProps) {
  const prefetch = useContext(PrefetchContext);
  const intent = () => prefetch(props.to);
  return (
    <RouterLink
      {...props}
      onPointerEnter={(event) => {
        onPointerEnter?.(event);
        intent();
      }}
      onFocus={(event) => {
        onFocus?.(event);
        intent();
      }}
      onTouchStart={(event) => {
        onTouchStart?.(event);
        intent();
      }}
    />
  );
}
