import type { WaitUntilBelow } from './slot-host';

/** Finds the element after a place: what moves first when a component appears there. Elements without a size do not count. */
function findNext(place: Element): Element | null {
  for (let parent: Element | null = place; parent; parent = parent.parentElement) {
    for (let next = parent.nextElementSibling; next; next = next.nextElementSibling) {
      if (next.getBoundingClientRect().height > 0) return next;
    }
  }
  return null;
}

/**
 * Waits until a component has loaded and the window shows nothing that is after its place.
 *
 * @param deadline Until then the component shows as soon as it has loaded. Milliseconds of `performance.now`.
 * @param show Shows the component. It is not called for a component that does not load.
 * @returns Ends the wait.
 */
export const waitUntilBelow: WaitUntilBelow = (place, result, deadline, show) => {
  let observer: IntersectionObserver | undefined;
  let isGone = false;
  const showBelow = () => {
    const next = findNext(place);
    observer?.disconnect();
    if (!next || performance.now() < deadline) return show();
    observer = new IntersectionObserver((seen) => {
      const { top = 0 } = seen.at(-1)?.boundingClientRect ?? {};
      // The page may have another element there now.
      if (findNext(place) !== next) showBelow();
      else if (top >= window.innerHeight) show();
    });
    observer.observe(next);
  };
  void result.then(({ kind }) => {
    if (!isGone && kind !== 'failed') showBelow();
  });
  return () => {
    isGone = true;
    observer?.disconnect();
  };
};
