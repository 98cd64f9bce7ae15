import { useLocation } from '@shop/router/router';
import { useEffect, useRef } from 'react';

/**
 * Calls back when the shopper is on a screen again that was about to be left. A navigation keeps the old screen until the
 * next one has arrived: whoever goes Back before, or to this very page, finds the screen as it was, and so does whoever
 * comes back to a page that the browser has kept in its memory. A lock that only unmounting opens would be a dead end.
 */
export function useResetOnReturn(onReturn: () => void): void {
  const { key } = useLocation();
  const latest = useRef(onReturn);
  useEffect(() => {
    latest.current = onReturn;
  });
  const shownAt = useRef(key);
  useEffect(() => {
    if (shownAt.current !== key) latest.current();
    shownAt.current = key;
  }, [key]);
  useEffect(() => {
    const wentBack = () => latest.current();
    const shown = ({ persisted }: PageTransitionEvent) => {
      if (persisted) latest.current();
    };
    window.addEventListener('popstate', wentBack);
    window.addEventListener('pageshow', shown);
    return () => {
      window.removeEventListener('popstate', wentBack);
      window.removeEventListener('pageshow', shown);
    };
  }, []);
}
