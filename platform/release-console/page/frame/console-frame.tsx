import { Alert, Box, Button, Skeleton } from '@mui/material';
import type { ConsoleState, EnvironmentView, SessionView } from '@shop/releases/service-api/responses';
import { type ComponentType, Suspense, useEffect, useState } from 'react';
import { useConsoleState } from '../api/use-console-state';
import { createLazy } from '../components/create-lazy';
import { formatHash, type GlobalView, isGlobal, useHashRoute, type View, views } from '../components/hash-route';
import { type EnvironmentScreenProps, focusHeading, type GlobalScreenProps, pageWidth } from '../components/layout';
import { Problem } from '../components/query-result';
import { SnackbarProvider } from '../components/snackbar';
import { HistoryScreen } from '../history/history.screen';
import { LiveScreen } from '../live/live.screen';
import { PromoteScreen } from '../promote/promote.screen';
import { ConsoleHeader } from './console-header';
import { ErrorBoundary } from './error-boundary';
import { FirstPromotion } from './first-promotion';

/** The screens. Those that the first view does not need are lazy. */
const environmentScreens: Readonly<Record<Exclude<View, GlobalView>, () => ComponentType<EnvironmentScreenProps>>> = {
  live: () => LiveScreen,
  promote: () => PromoteScreen,
  history: () => HistoryScreen,
  releases: createLazy(() => import('../releases/releases.screen').then((file) => file.ReleasesScreen)),
  incident: createLazy(() => import('../incident/incident.screen').then((file) => file.IncidentScreen)),
  errors: createLazy(() => import('../errors/errors.screen').then((file) => file.ErrorsScreen)),
  metrics: createLazy(() => import('../metrics/metrics.screen').then((file) => file.MetricsScreen)),
};
const globalScreens: Readonly<Record<GlobalView, () => ComponentType<GlobalScreenProps>>> = {
  waiting: createLazy(() => import('../waiting/waiting.screen').then((file) => file.WaitingScreen)),
  policy: createLazy(() => import('../policy/policy.screen').then((file) => file.PolicyScreen)),
  tokens: createLazy(() => import('../tokens/tokens.screen').then((file) => file.TokensScreen)),
};

/** The console of a signed-in person: header, open approval requests and the chosen view. */
export function ConsoleFrame({ session: { person } }: { session: SessionView }) {
  const route = useHashRoute();
  const { view, params } = route;
  const [lastEnv, setLastEnv] = useState(route.env);
  // A view of all environments has none in its address: the links of the header lead back to the last one.
  if (route.env !== lastEnv && !isGlobal(view)) setLastEnv(route.env);
  const { data, error } = useConsoleState(person);
  useEffect(() => {
    document.title = `${views[view]} · Release console`;
  }, [view]);

  const { environments = [], unreadable = [], approvals = [] } = data ?? {};
  const known = [...environments, ...unreadable].map(({ name }) => name);
  // An unknown or empty name selects production, else the first environment.
  const name = [lastEnv, 'production', ...known].find((candidate) => known.includes(candidate));
  // Another environment is never shown in place of an unreadable one: a person might change the wrong one.
  const environment = environments.find((candidate) => candidate.name === name);
  return (
    <SnackbarProvider>
      <ConsoleHeader
        route={{ ...route, env: name ?? lastEnv }}
        environments={[...known].sort()}
        person={person}
        isConnected={data !== undefined && !error}
        waiting={approvals.length}
      />
      <Box component="main" sx={{ ...pageWidth, py: { xs: 3, md: 5 }, display: 'grid', gap: 4 }}>
        {!data && (error ? <Problem error={error} /> : <LoadingConsole />)}
        {data && known.length === 0 && !isGlobal(view) && <FirstPromotion />}
        {unreadable.map((broken) => (
          <Alert key={broken.name} severity="error">
            {broken.name} cannot be read: {broken.problem}
          </Alert>
        ))}
        {view !== 'waiting' && <WaitingApprovals approvals={approvals} person={person} />}
        {data && (
          <ViewScreen key={view} view={view} environment={environment} state={data} params={params} person={person} />
        )}
      </Box>
    </SnackbarProvider>
  );
}

interface ViewScreenProps extends GlobalScreenProps {
  view: View;
  environment: EnvironmentView | undefined;
}

/** The screen of a view, or why it cannot be shown. With the view as its `key`, a screen loads again after a failure. */
function ViewScreen({ view, environment, state, params, person }: ViewScreenProps) {
  const [GlobalScreen] = useState(() => (isGlobal(view) ? globalScreens[view]() : null));
  const [EnvironmentScreen] = useState(() => (isGlobal(view) ? null : environmentScreens[view]()));
  return (
    <Suspense fallback={<Skeleton variant="rounded" height={320} role="status" aria-label={`Loading ${view}`} />}>
      <ErrorBoundary key={isGlobal(view) ? undefined : environment?.name} what="This view">
        {GlobalScreen && <GlobalScreen state={state} params={params} person={person} />}
        {EnvironmentScreen && environment && (
          <EnvironmentScreen environment={environment} all={state.environments} params={params} person={person} />
        )}
      </ErrorBoundary>
      <HeadingFocus />
    </Suspense>
  );
}

/** Leads to the changes that wait for an approval, when the signed-in person may give it or asked for it. */
function WaitingApprovals({ approvals, person }: { approvals: ConsoleState['approvals']; person: string }) {
  const mine = approvals.filter(({ mayApprove }) => mayApprove).length;
  const own = approvals.filter(({ by }) => by === person).length;
  if (mine + own === 0) return null;
  const count = (changes: number) => (changes === 1 ? 'One change waits' : `${changes} changes wait`);
  return (
    <Alert
      severity={mine > 0 ? 'warning' : 'info'}
      action={
        <Button color="inherit" size="small" href={formatHash({ env: '', view: 'waiting' })}>
          {mine > 0 ? 'Review' : 'Show'}
        </Button>
      }
    >
      {mine > 0 ? `${count(mine)} for your approval.` : `${count(own)} for the approval of another person.`}
    </Alert>
  );
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
