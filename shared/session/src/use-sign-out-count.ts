import { useAppSelector, useAppStore } from '@shop/api-client/app-state';
import type { SessionState } from '@shop/session/session-slice';
import { signOutKey } from '@shop/session/token-storage';
import { useState, useSyncExternalStore } from 'react';

/** Reads the time of the last sign-out that the tab has followed. Undefined where the browser refuses storage, and on a server. */
function readSignOutTime(): string | null | undefined {
  try {
    return window.sessionStorage.getItem(signOutKey);
  } catch {
    return undefined;
  }
}

/**
 * Counts the sign-outs since the component is on the page, here and in other tabs, also while the page is in the back/forward cache.
 * As the key of a screen that works with and without a session it resets the screen, because the next shopper may be another person.
 * A session that the server ends does not count: the shopper may be typing.
 *
 * @example <TrackOrderScreen key={useSignOutCount()} />
 */
export function useSignOutCount(): number {
  const { subscribe } = useAppStore();
  const status = useAppSelector(({ session }: { session: SessionState }) =>
    session.hasExpired ? 'expired' : session.status,
  );
  // The time is stored before the store of the page follows a sign-out.
  const time = useSyncExternalStore(subscribe, readSignOutTime, readSignOutTime);
  const [seen, setSeen] = useState({ status, time, count: 0 });
  if (seen.status !== status || seen.time !== time) {
    // Without storage there are no other tabs to follow.
    const isSignOut = time === undefined ? seen.status === 'signed-in' && status === 'signed-out' : seen.time !== time;
    setSeen({ status, time, count: seen.count + (isSignOut ? 1 : 0) });
  }
  return seen.count;
}
