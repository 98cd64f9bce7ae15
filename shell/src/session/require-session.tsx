import { urls } from '@shop/remote-contract/urls';
import { Navigate, useLocation } from '@shop/router/router';
import { useSession } from '@shop/session/use-session';
import type { ReactNode } from 'react';
import { ScreenSkeleton } from '../layout/screen-skeleton';

/**
 * Shows its children to signed-in shoppers. Redirects everyone else to sign-in, which returns to the same path, query, hash
 * and state.
 * Specification 2 and 6; Interpretation 3.
 */
export function RequireSession({ children }: { children: ReactNode }) {
  const { status } = useSession();
  const { pathname, search, hash, state } = useLocation();
  if (status === 'unknown') return <ScreenSkeleton />;
  if (status === 'signed-in') return children;
  return <Navigate to={urls.login()} replace state={{ from: { pathname, search, hash, state } }} />;
}
