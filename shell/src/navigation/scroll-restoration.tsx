import { type Location, useLocation, useNavigationType } from '@shop/router/router';
import { getSectionId } from '@shop/router/section-id';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { mainId } from '../base/page';

const storageKey = 'scroll-positions';
/** Maximum number of stored positions. */
const maxStored = 100;
/** Milliseconds to wait for a page to grow tall enough. */
const timeoutMs = 4000;

/**
 * Gives the key of a history entry. The first entry of a document that was opened by its address
 * has the router key `default`. Its address then identifies it.
 */
function scrollKey({ key, pathname, search }: Pick<Location, 'key' | 'pathname' | 'search'>): string {
  return key === 'default' ? pathname + search : key;
}

/** True when an address or a link opened the document, not a reload, Back or Forward. Such a document starts at the top. */
function isFreshVisit(): boolean {
  const [entry] = performance.getEntriesByType?.('navigation') ?? [];
  return (entry as PerformanceNavigationTiming | undefined)?.type === 'navigate';
}

/** Reads the scroll offsets of this tab, in CSS pixels by history entry. */
export function readScrollPositions(): Record<string, number> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}');
    return typeof stored === 'object' && stored !== null ? { ...(stored as Record<string, number>) } : {};
  } catch {
    return {};
  }
}

export function writeScrollPositions(positions: Record<string, number>): void {
  try {
    const latest = Object.entries(positions).slice(-maxStored);
    sessionStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(latest)));
  } catch {
    // Without storage a reload starts at the top.
  }
}

/**
 * Scrolls to an offset at once, or as soon as the page is tall enough for it. The page grows while pictures and API
 * responses load. The wait ends when the shopper scrolls, and after four seconds.
 *
 * @param top CSS pixels from the top of the page.
 * @returns A function that ends the wait.
 */
export function restoreScroll(top: number): () => void {
  window.scrollTo({ top, behavior: 'instant' });
  if (Math.abs(window.scrollY - top) < 2 || typeof ResizeObserver === 'undefined') return () => undefined;
  const observer = new ResizeObserver(() => {
    window.scrollTo({ top, behavior: 'instant' });
    if (Math.abs(window.scrollY - top) < 2) stop();
  });
  const timer = setTimeout(() => stop(), timeoutMs);
  const scrollEvents = ['wheel', 'touchmove', 'keydown'] as const;
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const type of scrollEvents) window.removeEventListener(type, stop);
  };
  for (const type of scrollEvents) window.addEventListener(type, stop, { passive: true });
  observer.observe(document.body);
  return stop;
}

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
