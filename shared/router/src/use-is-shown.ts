import { type RefObject, useEffect, useRef } from 'react';

/**
 * Gives a ref that is true while the component is mounted. A late response checks it before it navigates, so that it does
 * not move a shopper who has left the screen.
 *
 * @example if (isShown.current) navigate(urls.home());
 */
export function useIsShown(): RefObject<boolean> {
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}
