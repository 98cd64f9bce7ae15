import { useDeferredValue, useEffect, useState, useSyncExternalStore } from 'react';

/** Creates the `subscribe` of `useSyncExternalStore` for events of the window. */
const onEvents =
  (...names: string[]) =>
  (onChange: () => void) => {
    for (const name of names) window.addEventListener(name, onChange, { passive: true });
    return () => {
      for (const name of names) window.removeEventListener(name, onChange);
    };
  };
const copyEvent = 'shop:copy';
const onConnectionChange = onEvents('online', 'offline', copyEvent);
const onNothing = onEvents();

/** True while the page shows stored copies because the network does not answer. The service worker marks a document that is one. */
export const isCopy = (): boolean => 'copy' in document.documentElement.dataset;

/** Sets whether the page shows stored copies. The prices of the cart are not checked against copies. */
export function showCopy(isShown: boolean): void {
  document.documentElement.toggleAttribute('data-copy', isShown);
  window.dispatchEvent(new Event(copyEvent));
}

/** The connection of the device: `copy` while a network does not answer and the page shows stored copies. `online` on a server. */
export const useConnection = (): 'online' | 'offline' | 'copy' =>
  useSyncExternalStore(
    onConnectionChange,
    () => (navigator.onLine ? (isCopy() ? 'copy' : 'online') : 'offline'),
    () => 'online',
  );

/** True while the page is scrolled by more than the given number of CSS pixels. Undefined until the page has hydrated. */
export function useIsScrolled(pixels: number): boolean | undefined {
  const [isScrolled, setIsScrolled] = useState<boolean>();
  useEffect(() => {
    const update = () => setIsScrolled(window.scrollY > pixels);
    // The position costs a layout, which each frame needs in any case.
    requestAnimationFrame(update);
    return onEvents('scroll')(update);
  }, [pixels]);
  return isScrolled;
}

/**
 * False on a server and while the browser hydrates the server's HTML, else true. What depends on the device, such as its
 * storage, renders only when it is true. The change after hydration is deferred: React renders the screen in slices then.
 */
export const useIsHydrated = (): boolean =>
  useDeferredValue(
    useSyncExternalStore(
      onNothing,
      () => true,
      () => false,
    ),
  );
