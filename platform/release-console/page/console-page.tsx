import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import { ConsoleFrame } from './frame/console-frame';
import { ErrorBoundary } from './frame/error-boundary';
import { SignInScreen } from './session/sign-in.screen';
import { useSession } from './session/use-session';

export interface ConsolePageProps {
  /** Token from the link that the console printed; null without one. */
  linkToken: string | null;
}

/** The console for a signed-in person, else the sign-in screen. */
export function ConsolePage({ linkToken }: ConsolePageProps) {
  const state = useSession(linkToken);
  switch (state.kind) {
    case 'loading':
      return (
        <Box sx={{ display: 'grid', placeItems: 'center', minHeight: '60vh' }}>
          <CircularProgress aria-label="Opening the console" />
        </Box>
      );
    case 'signed-out':
      return <SignInScreen problem={state.problem} isBusy={state.isBusy} onSignIn={state.signIn} />;
    case 'signed-in':
      return (
        <ErrorBoundary>
          <ConsoleFrame session={state.session} onSignOut={state.signOut} />
        </ErrorBoundary>
      );
  }
}
