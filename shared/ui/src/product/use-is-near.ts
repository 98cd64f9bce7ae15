import { type RefObject, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Distance from the window at which an element counts as near. */
const rootMargin = '600px 0px';

const listeners = new Map<Element, () => void>();
let observer: IntersectionObserver | undefined;

/** One observer for all elements of the page. */
function getObserver(): IntersectionObserver {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) listeners.get(target)?.();
    },
    { rootMargin },
  );
  return observer;
}

function showAllBeforePrint(): void {
  flushSync(() => {
    for (const onNear of [...listeners.values()]) onNear();
  });
}

/** Calls a function once: when an element comes near the window, or before the page is printed. @returns Ends the wait. */
function waitUntilNear(element: Element, onNear: () => void): () => void {
  const stop = () => {
    listeners.delete(element);
    getObserver().unobserve(element);
    if (listeners.size === 0) window.removeEventListener('beforeprint', showAllBeforePrint);
  };
  if (listeners.size === 0) window.addEventListener('beforeprint', showAllBeforePrint);
  listeners.set(element, () => {
    stop();
    onNear();
  });
  getObserver().observe(element);
  return stop;
}

/**
 * Tells whether an element has come near the window since it was mounted, so that an element far away costs little. True for all
 * elements when the page is printed, and in a browser that cannot tell. False on a server and in the first render.
 *
 * @param element Ref of the element. It keeps its size when it becomes near, or the page moves.
 * @example const isNear = useIsNear(row);
 */
export function useIsNear(element: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    if (typeof IntersectionObserver === 'undefined') return setNear(true);
    return waitUntilNear(element.current, () => setNear(true));
  }, [element]);
  return isNear;
}
