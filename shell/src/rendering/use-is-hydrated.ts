import { useSyncExternalStore } from 'react';

const subscribe = () => () => undefined;

/**
 * False on a server and while the browser hydrates the server's HTML, else true. What depends on the device, such as its
 * storage, renders only when it is true.
 */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
