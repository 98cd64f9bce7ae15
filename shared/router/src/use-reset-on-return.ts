import { useLocation } from '@shop/router/router';
import { useEffect, useRef } from 'react';

/**
 * Calls a function when the shopper returns to a screen that was about to be left.
 *
 * A navigation keeps the old screen mounted until the next one has loaded. A shopper who goes Back in the meantime, or
 * navigates to the same page, finds the old screen with its state. The same holds for a page from the back/forward cache.
 * A screen that locks itself before it navigates (a submit button) uses this hook to unlock itself.
 *
 * @param onReturn Resets the screen's state. It does not have to be stable.
 * @example useResetOnReturn(() => setSubmitting(false));
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
    const handleBack = () => latest.current();
    const handlePageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) latest.current();
    };
    window.addEventListener('popstate', handleBack);
    window.addEventListener('pageshow', handlePageShow);
    return () => {
      window.removeEventListener('popstate', handleBack);
      window.removeEventListener('pageshow', handlePageShow);
    };
  }, []);
}
