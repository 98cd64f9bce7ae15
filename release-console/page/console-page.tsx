import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import { ConsoleFrame } from './frame/console-frame';
import { SignInScreen } from './session/sign-in.screen';
import { useSession } from './session/use-session';

export interface ConsolePageProps {
  /** The token of the printed link, when the page was opened by it. */
  linkToken: string | null;
}

/** Signed in, the console; else the door. */
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
      return <ConsoleFrame session={state.session} onSignOut={state.signOut} />;
  }
}
