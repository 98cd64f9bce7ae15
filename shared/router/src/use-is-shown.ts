import { type RefObject, useEffect, useRef } from 'react';

/** A ref that is true while the screen is on the page: what comes late moves nobody who has left it. */
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
