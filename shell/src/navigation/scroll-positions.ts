import type { Location } from '@shop/router/router';

const storageKey = 'scroll-positions';
/** Maximum number of stored positions. */
const maxStored = 100;
/** Milliseconds to wait for a page to grow tall enough. */
const timeoutMs = 4000;

/**
 * Gives the key of a history entry for the functions below. The first entry of a document that was opened by its address
 * has the router key `default`. Its address then identifies it.
 */
export function scrollKey({ key, pathname, search }: Pick<Location, 'key' | 'pathname' | 'search'>): string {
  return key === 'default' ? pathname + search : key;
}

/** True when an address or a link opened the document, not a reload, Back or Forward. Such a document starts at the top. */
export function isFreshVisit(): boolean {
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
