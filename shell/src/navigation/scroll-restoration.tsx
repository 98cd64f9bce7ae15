import { useLocation, useNavigationType } from '@shop/router/router';
import { getSectionId } from '@shop/router/section-id';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { mainId } from '../layout/main-id';
import { isFreshVisit, readScrollPositions, restoreScroll, scrollKey, writeScrollPositions } from './scroll-positions';

/**
 * Restores the scroll position. A new path starts at the top, Back and Forward return to the previous position, and so does
 * a reload. A new path also moves the focus to `<main>`, from where the screen's heading takes it. After a change of the
 * query alone (pages of a list, filters) the screen itself decides.
 */
export function ScrollRestoration() {
  const location = useLocation();
  const { pathname, hash } = location;
  const key = scrollKey(location);
  const navigation = useNavigationType();
  const positions = useRef<Record<string, number>>({});
  const shown = useRef({ key, pathname });

  useEffect(() => {
    window.history.scrollRestoration = 'manual';
    positions.current = readScrollPositions();
    if (isFreshVisit()) delete positions.current[shown.current.key];
    // A rendered document can be scrolled before its scripts run, by the browser after a reload or by the shopper.
    const stop = window.scrollY > 0 ? () => undefined : restoreScroll(positions.current[shown.current.key] ?? 0);
    const record = () => {
      positions.current[shown.current.key] = window.scrollY;
    };
    const save = () => {
      // The scroll event of the last movement may still be pending.
      record();
      writeScrollPositions(positions.current);
      // After a reload the browser restores the position of a rendered document before its scripts run.
      window.history.scrollRestoration = 'auto';
    };
    const resume = () => {
      window.history.scrollRestoration = 'manual';
    };
    window.addEventListener('scroll', record, { passive: true });
    window.addEventListener('pagehide', save);
    window.addEventListener('pageshow', resume);
    return () => {
      stop();
      window.removeEventListener('scroll', record);
      window.removeEventListener('pagehide', save);
      window.removeEventListener('pageshow', resume);
    };
  }, []);

  useLayoutEffect(() => {
    const previous = shown.current;
    if (previous.key === key) return;
    shown.current = { key, pathname };
    const isNewPath = previous.pathname !== pathname;
    if (isNewPath) document.getElementById(mainId)?.focus({ preventScroll: true });
    if (navigation === 'POP') return restoreScroll(positions.current[key] ?? 0);
    if (!isNewPath) return;
    const target = hash ? document.getElementById(getSectionId(hash)) : null;
    if (target) target.scrollIntoView();
    else window.scrollTo({ top: 0, behavior: 'instant' });
  }, [key, pathname, hash, navigation]);

  return null;
}
