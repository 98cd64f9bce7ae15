/** The scroll positions that outlive a document, and the wait for a page that grows. Loads after the start. */

const storageKey = 'scroll-positions';
/** Maximum number of stored positions. */
const maxStored = 100;
/** Milliseconds to wait for a page to grow tall enough. */
const timeoutMs = 4000;

const getNavigation = () => performance.getEntriesByType?.('navigation')[0] as PerformanceNavigationTiming | undefined;

/** True when an address or a link opened the document, not a reload, Back or Forward. Such a document starts at the top. */
const isFreshVisit = (): boolean => getNavigation()?.type === 'navigate';

/** True when Back or Forward has left the page of the document before its scripts ran. Its position says nothing about the new page. */
function hasLeftDocument(): boolean {
  const { name = window.location.href } = getNavigation() ?? {};
  return name.replace(/#.*/, '') !== window.location.href.replace(/#.*/, '');
}

/**
 * True when the entry of the address is the one that is shown. It is another one when a navigation loads a document, and while the
 * next screen loads.
 *
 * @param key Entry that is shown: its key of the router, or the address of an entry without one.
 */
const isAddressShown = (key: string): boolean => window.history.state?.key === (key.startsWith('/') ? undefined : key);

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
 * @param isShown False when another page shows. The wait then ends too. Default: the caller ends the wait.
 * @returns A function that ends the wait.
 */
export function restoreScroll(top: number, isShown = () => true): () => void {
  window.scrollTo({ top, behavior: 'instant' });
  if (Math.abs(window.scrollY - top) < 2 || typeof ResizeObserver === 'undefined') return () => undefined;
  const observer = new ResizeObserver(() => {
    if (!isShown()) return stop();
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
 * Keeps the scroll positions of this tab in its storage, and scrolls to that of the first page.
 *
 * @param positions CSS pixels by history entry, since the document has loaded. Stored positions join them.
 * @param getKey Gives the entry that is shown.
 * @returns A function that ends it.
 */
export function keepScrollPositions(positions: Record<string, number>, getKey: () => string): () => void {
  window.history.scrollRestoration = 'manual';
  const key = getKey();
  const stored = readScrollPositions();
  if (isFreshVisit()) delete stored[key];
  Object.assign(positions, { ...stored, ...positions });
  // A rendered document can be scrolled before its scripts run, by the browser after a reload or by the shopper.
  const isPlaced = window.scrollY > 0 && !hasLeftDocument();
  const stop = isPlaced ? () => undefined : restoreScroll(positions[key] ?? 0, () => getKey() === key);
  const save = () => {
    // The scroll event of the last movement may still be pending.
    positions[getKey()] = window.scrollY;
    writeScrollPositions(positions);
    // After a reload the browser restores the position of a rendered document before its scripts run.
    if (isAddressShown(getKey())) window.history.scrollRestoration = 'auto';
  };
  const resume = () => {
    window.history.scrollRestoration = 'manual';
  };
  window.addEventListener('pagehide', save);
  window.addEventListener('pageshow', resume);
  return () => {
    stop();
    window.removeEventListener('pagehide', save);
    window.removeEventListener('pageshow', resume);
  };
}
