import { useLocation, useNavigationType } from '@shop/router/router';
import { sectionId } from '@shop/router/section-id';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { mainId } from '../layout/main-layout';
import { isFreshVisit, readScrollPositions, restoreScroll, scrollKey, writeScrollPositions } from './scroll-positions';

/**
 * Puts every page where the shopper expects it: a new path starts at the top with the focus on `<main>`, from where the
 * screen's heading takes it; Back and Forward do the same where the page was, and a reload returns there. A change of the query alone (pages
 * of a list, filters) is the screen's own affair.
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
    const stop = restoreScroll(positions.current[shown.current.key] ?? 0);
    const note = () => {
      positions.current[shown.current.key] = window.scrollY;
    };
    const save = () => writeScrollPositions(positions.current);
    window.addEventListener('scroll', note, { passive: true });
    window.addEventListener('pagehide', save);
    return () => {
      stop();
      window.removeEventListener('scroll', note);
      window.removeEventListener('pagehide', save);
    };
  }, []);

  useLayoutEffect(() => {
    const left = shown.current;
    if (left.key === key) return;
    shown.current = { key, pathname };
    const isNewPath = left.pathname !== pathname;
    if (isNewPath) document.getElementById(mainId)?.focus({ preventScroll: true });
    if (navigation === 'POP') return restoreScroll(positions.current[key] ?? 0);
    if (!isNewPath) return;
    const target = hash ? document.getElementById(sectionId(hash)) : null;
    if (target) target.scrollIntoView();
    else window.scrollTo({ top: 0, behavior: 'instant' });
  }, [key, pathname, hash, navigation]);

  return null;
}
