import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useEffect } from 'react';
import type { SessionView } from '../../api/responses';
import { useEventStream } from '../api/use-event-stream';
import { ApprovalRequests } from '../approvals/approval-requests';
import { SnackbarProvider } from '../feedback/snackbar';
import { HistoryScreen } from '../history/history.screen';
import { LiveScreen } from '../live/live.screen';
import { useHashRoute } from '../navigation/hash-route';
import { focusHeading } from '../navigation/view-heading';
import { PromoteScreen } from '../promote/promote.screen';
import { ConsoleHeader } from './console-header';
import { EmptyConsole } from './empty-console';
import { LoadingConsole } from './loading-console';
import { ReportView } from './report-view';
import { useConsoleState } from './use-console-state';

export interface ConsoleFrameProps {
  session: SessionView;
  onSignOut: () => void;
}

const titles = { live: 'Live', promote: 'Promote', history: 'History', errors: 'Errors', figures: 'Figures' } as const;

/** The console of a signed-in person: header, open approval requests and the chosen view. */
export function ConsoleFrame({ session, onSignOut }: ConsoleFrameProps) {
  const isConnected = useEventStream();
  const route = useHashRoute();
  const state = useConsoleState(route.env);
  const { view, params } = route;
  useEffect(() => {
    document.title = `${titles[view]} · Release console`;
    focusHeading();
  }, [view]);

  const env = state.kind === 'ready' ? state.environment.name : state.kind === 'unreadable' ? state.name : route.env;
  const names = [...('all' in state ? state.all : []), ...state.unreadable].map(({ name }) => name).sort();
  return (
    <SnackbarProvider>
      <ConsoleHeader
        route={{ view, env, params }}
        environments={names}
        session={session}
        isConnected={isConnected}
        onSignOut={onSignOut}
      />
      <Box
        component="main"
        sx={{ maxWidth: 1240, mx: 'auto', px: { xs: 2, md: 4 }, py: { xs: 3, md: 5 }, display: 'grid', gap: 4 }}
      >
        {state.kind === 'loading' && <LoadingConsole />}
        {state.kind === 'failed' && <Alert severity="error">{state.problem}</Alert>}
        {state.kind === 'empty' && <EmptyConsole />}
        {state.unreadable.map(({ name, problem }) => (
          <Alert key={name} severity="error">
            {name} cannot be read: {problem}
          </Alert>
        ))}
        {state.kind === 'ready' && <ApprovalRequests approvals={state.approvals} person={session.person} />}
        {state.kind === 'ready' && view === 'live' && <LiveScreen environment={state.environment} all={state.all} />}
        {state.kind === 'ready' && view === 'promote' && (
          <PromoteScreen key={state.environment.name} environment={state.environment} />
        )}
        {state.kind === 'ready' && view === 'history' && (
          <HistoryScreen key={state.environment.name} environment={state.environment} />
        )}
        {state.kind === 'ready' && (view === 'errors' || view === 'figures') && (
          <ReportView view={view} environment={state.environment} params={params} />
        )}
      </Box>
    </SnackbarProvider>
  );
}
