import { type RefObject, useEffect, useState } from 'react';

/** What the shell's header and a phone's bottom bar cover of the window. */
const coveredEdges = '-64px 0px -56px';

/**
 * Tells whether an element can be seen in the window. True until the browser has looked, and where it cannot.
 *
 * @param element The element to watch.
 */
export function useIsInSight(element: RefObject<HTMLElement | null>): boolean {
  const [isInSight, setInSight] = useState(true);
  useEffect(() => {
    const { current } = element;
    if (!current || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(([entry]) => setInSight(entry?.isIntersecting ?? true), {
      rootMargin: coveredEdges,
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return isInSight;
}
