import { useAppSelector } from '@shop/api-client/app-state';
import { useState } from 'react';

/**
 * Counts the sign-outs since the component is on the page, here and in other tabs. As the key of a screen that works with and without
 * a session it resets the screen, because the next shopper may be another person. A session that the server ends does not
 * count: the shopper may be typing.
 *
 * @example <TrackOrderScreen key={useSignOutCount()} />
 */
export function useSignOutCount(): number {
  const status = useAppSelector(({ session }) => (session.hasExpired ? 'expired' : session.status));
  const [seen, setSeen] = useState({ status, count: 0 });
  if (seen.status !== status) {
    const isSignOut = seen.status === 'signed-in' && status === 'signed-out';
    setSeen({ status, count: seen.count + (isSignOut ? 1 : 0) });
  }
  return seen.count;
}
