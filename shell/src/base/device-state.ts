import { useSyncExternalStore } from 'react';

/** Creates the `subscribe` of `useSyncExternalStore` for events of the window. */
const onEvents =
  (...names: string[]) =>
  (onChange: () => void) => {
    for (const name of names) window.addEventListener(name, onChange, { passive: true });
    return () => {
      for (const name of names) window.removeEventListener(name, onChange);
    };
  };
const onConnectionChange = onEvents('online', 'offline');
const onScroll = onEvents('scroll');
const onNothing = onEvents();

/** True while the device has a network connection. Always true on a server. */
export const useIsOnline = (): boolean =>
  useSyncExternalStore(
    onConnectionChange,
    () => navigator.onLine,
    () => true,
  );

/** True while the page is scrolled by more than the given number of CSS pixels. */
export const useIsScrolled = (pixels: number): boolean =>
  useSyncExternalStore(
    onScroll,
    () => window.scrollY > pixels,
    () => false,
  );

/**
 * False on a server and while the browser hydrates the server's HTML, else true. What depends on the device, such as its
 * storage, renders only when it is true.
 */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    onNothing,
    () => true,
    () => false,
  );
