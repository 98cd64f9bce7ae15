import type { Location } from '@shop/router/router';

const storageKey = 'scroll-positions';
/** Pages of one visit that are remembered; more only makes storage slow. */
const maxRemembered = 100;
/** Milliseconds to wait for a page to grow tall enough. */
const patience = 4000;

/**
 * Key of a history entry for the functions below. Every document that is opened by its address starts with an entry that
 * the router calls `default`: there the address tells one from another.
 */
export function scrollKey({ key, pathname, search }: Pick<Location, 'key' | 'pathname' | 'search'>): string {
  return key === 'default' ? pathname + search : key;
}

/** True when the document was opened by an address or a link, not by reload, Back or Forward: it starts at the top. */
export function isFreshVisit(): boolean {
  const [entry] = performance.getEntriesByType?.('navigation') ?? [];
  return (entry as PerformanceNavigationTiming | undefined)?.type === 'navigate';
}

/** Scroll offsets in CSS pixels by history entry, from this tab's storage. */
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
    const latest = Object.entries(positions).slice(-maxRemembered);
    sessionStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(latest)));
  } catch {
    // Without storage a reload starts at the top: no harm done.
  }
}

/**
 * Scrolls to an offset now, or as soon as the page is tall enough for it: pictures and answers may still be on their way.
 * Gives up when the shopper scrolls, or after four seconds.
 *
 * @param top CSS pixels from the top of the page.
 * @returns Stops waiting.
 */
export function restoreScroll(top: number): () => void {
  window.scrollTo({ top, behavior: 'instant' });
  if (Math.abs(window.scrollY - top) < 2 || typeof ResizeObserver === 'undefined') return () => undefined;
  const observer = new ResizeObserver(() => {
    window.scrollTo({ top, behavior: 'instant' });
    if (Math.abs(window.scrollY - top) < 2) stop();
  });
  const timer = setTimeout(() => stop(), patience);
  const shopperMoves = ['wheel', 'touchmove', 'keydown'] as const;
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const type of shopperMoves) window.removeEventListener(type, stop);
  };
  for (const type of shopperMoves) window.addEventListener(type, stop, { passive: true });
  observer.observe(document.body);
  return stop;
}
