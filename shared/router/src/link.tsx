import { type AnchorHTMLAttributes, createContext, type Ref, useContext } from 'react';
import { type NavigateOptions, type To, useHref, useLinkClickHandler } from 'react-router-dom';

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

/**
 * A link inside the shop. It prefetches its target on hover, focus and touch.
 *
 * It accepts a ref and every prop of an `<a>`, so that `component={Link}` of a button works. React Router's own Link brings the
 * code of its framework mode into the page.
 *
 * @example <Button component={Link} to={urls.cart()}>View cart</Button>
 */
export function Link({ to, replace, state, onClick, onPointerEnter, onFocus, onTouchStart, ...props }: LinkProps) {
  const prefetch = useContext(PrefetchContext);
  const { target } = props;
  const navigate = useLinkClickHandler<HTMLAnchorElement>(to, {
    state,
    ...(replace !== undefined && { replace }),
    ...(target !== undefined && { target }),
  });
  return (
    <a
      {...props}
      href={useHref(to)}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) navigate(event);
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
