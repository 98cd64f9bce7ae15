import { useEffect, useMemo, useRef } from 'react';

/**
 * Gives a ref that is true while the shopper is on this screen: it is mounted, and no navigation to another address has begun. A
 * screen stays mounted while the next one loads. A late response checks the ref before it navigates, so that it does not move a
 * shopper who has left.
 *
 * @example if (isShown.current) navigate(urls.home());
 */
export function useIsShown(): { readonly current: boolean } {
  const address = useRef<string | null>(null);
  useEffect(() => {
    address.current = window.location.pathname;
    return () => {
      address.current = null;
    };
  }, []);
  return useMemo(
    () => ({
      get current() {
        return address.current === window.location.pathname;
      },
    }),
    [],
  );
}
