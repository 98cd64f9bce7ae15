import { Alert, Box, Skeleton, Typography } from '@mui/material';
import type { EnvironmentView, SessionView } from '@shop/releases/service-api/responses';
import { lazy, Suspense, useEffect } from 'react';
import { useConsoleState } from '../api/use-console-state';
import { type HashRoute, useHashRoute, views } from '../components/hash-route';
import { focusHeading, ViewHeading } from '../components/layout';
import { Problem } from '../components/query-result';
import { SnackbarProvider } from '../components/snackbar';
import { HistoryScreen } from '../history/history.screen';
import { LiveScreen } from '../live/live.screen';
import { PromoteScreen } from '../promote/promote.screen';
import { ApprovalRequests } from './approval-requests';
import { ConsoleHeader } from './console-header';

/** Lazy: the first view of the console does not need them. */
const ErrorsScreen = lazy(() => import('../errors/errors.screen').then((file) => ({ default: file.ErrorsScreen })));
const MetricsScreen = lazy(() => import('../metrics/metrics.screen').then((file) => ({ default: file.MetricsScreen })));

/** The console of a signed-in person: header, open approval requests and the chosen view. */
export function ConsoleFrame({ session }: { session: SessionView }) {
  const route = useHashRoute();
  const { data, error } = useConsoleState();
  useEffect(() => {
    document.title = `${views[route.view]} · Release console`;
    focusHeading();
  }, [route.view]);

  const { environments = [], unreadable = [], approvals = [] } = data ?? {};
  const known = [...environments, ...unreadable].map(({ name }) => name);
  // An unknown or empty name selects production, else the first environment.
  const name = [route.env, 'production', ...known].find((candidate) => known.includes(candidate));
  // Another environment is never shown in place of an unreadable one: a person might change the wrong one.
  const environment = environments.find((candidate) => candidate.name === name);
  return (
    <SnackbarProvider>
      <ConsoleHeader
        route={{ ...route, env: name ?? route.env }}
        environments={[...known].sort()}
        session={session}
        isConnected={data !== undefined && !error}
      />
      <Box
        component="main"
        sx={{ maxWidth: 1240, mx: 'auto', px: { xs: 2, md: 4 }, py: { xs: 3, md: 5 }, display: 'grid', gap: 4 }}
      >
        {!data && (error ? <Problem error={error} /> : <LoadingConsole />)}
        {data && known.length === 0 && <EmptyConsole />}
        {unreadable.map((broken) => (
          <Alert key={broken.name} severity="error">
            {broken.name} cannot be read: {broken.problem}
          </Alert>
        ))}
        {environment && (
          <>
            <ApprovalRequests approvals={approvals} person={session.person} />
            <View route={route} environment={environment} all={environments} person={session.person} />
          </>
        )}
      </Box>
    </SnackbarProvider>
  );
}

interface ViewProps {
  route: HashRoute;
  environment: EnvironmentView;
  all: readonly EnvironmentView[];
  person: string;
}

function View({ route: { view, params }, environment, all, person }: ViewProps) {
  switch (view) {
    case 'live':
      return <LiveScreen environment={environment} all={all} person={person} />;
    case 'promote':
      return <PromoteScreen key={environment.name} environment={environment} />;
    case 'history':
      return <HistoryScreen key={environment.name} environment={environment} params={params} />;
    default: {
      const Screen = view === 'errors' ? ErrorsScreen : MetricsScreen;
      return (
        <Suspense fallback={<Skeleton variant="rounded" height={320} role="status" aria-label={`Loading ${view}`} />}>
          <Screen environment={environment} params={params} />
          <HeadingFocus key={view} />
        </Suspense>
      );
    }
  }
}

/** Focuses the heading when it appears: at the change of view, its code may not be loaded yet. */
function HeadingFocus() {
  useEffect(focusHeading, []);
  return null;
}

/** Placeholder with the shape of the live view: a heading and a table. */
function LoadingConsole() {
  return (
    <div role="status" aria-label="Loading the live state">
      <Skeleton variant="text" width="16rem" height={56} />
      <Skeleton variant="text" width="24rem" />
      <Skeleton variant="rounded" height={360} sx={{ mt: 3 }} />
    </div>
  );
}

/** Shown before the first promotion. */
function EmptyConsole() {
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: '40rem' }}>
      <ViewHeading>Nothing is live yet</ViewHeading>
      <Typography>
        Publish the shell and its remotes, then promote them together. The live composition then appears here.
      </Typography>
      <Box component="pre" sx={{ m: 0, p: 2, bgcolor: 'background.sunken', borderRadius: 1, whiteSpace: 'pre-wrap' }}>
        {'npm run release -- publish shell --version 1.0.0\nnpm run release -- promote shell@1.0.0 --reason "opening"'}
      </Box>
    </Box>
  );
}
