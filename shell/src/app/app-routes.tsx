import { findShellScreen, type RemoteRouteMatch } from '@shop/remote-contract/match-remote-route';
import { MatchedRoute } from '@shop/router/host';
import { useLocation } from '@shop/router/router';
import { AuthLayout, MainLayout } from '../layout/layouts';
import { AfterHydration, NotFoundScreen, PagePlaceholder } from '../layout/placeholders';
import { RemoteOutlet, RemotePlaceholder } from '../remotes/remote-outlet';
import { isRenderedOnServer, type MatchRoute } from '../remotes/routes';
import { RequireSession, SessionScreen } from '../session/session-routes';

/**
 * The screen of the matched remote. `useParams` gives it the parameters of the match. Screens of a shopper depend on the
 * device's storage and are of no use to search engines: the server renders their placeholder.
 */
export function RemoteRoute({ match }: { match: RemoteRouteMatch }) {
  const { pattern, access } = match.path;
  const outlet = <RemoteOutlet owner={match} />;
  const screen = access === 'signed-in' ? <RequireSession>{outlet}</RequireSession> : outlet;
  const placeholder = <RemotePlaceholder owner={match} fallback={<PagePlaceholder />} />;
  return (
    <MatchedRoute pattern={pattern} params={match.params}>
      {isRenderedOnServer(match) ? outlet : <AfterHydration placeholder={placeholder}>{screen}</AfterHydration>}
    </MatchedRoute>
  );
}

/**
 * The screen of the current address: a session screen in the auth layout, and the screen of the remote that owns the path in the
 * main layout. The composition's path patterns decide, so a remote can add a path without a release of the shell.
 * Specification 2 "Layouts".
 */
export function AppRoutes({ matchRoute }: { matchRoute: MatchRoute }) {
  const { pathname } = useLocation();
  const shellScreen = findShellScreen(pathname);
  if (shellScreen) {
    return (
      <AuthLayout>
        <SessionScreen name={shellScreen} />
      </AuthLayout>
    );
  }
  const match = matchRoute(pathname);
  return <MainLayout>{match ? <RemoteRoute match={match} /> : <NotFoundScreen />}</MainLayout>;
}
