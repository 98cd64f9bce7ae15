import { Alert, Box, Button, CircularProgress, CssBaseline, ThemeProvider, Typography } from '@mui/material';
import { configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { useState } from 'react';
import { Provider } from 'react-redux';
import { consoleApi } from './api/console-api';
import { panel } from './components/layout';
import { Problem } from './components/query-result';
import { ConsoleFrame } from './frame/console-frame';
import { ErrorBoundary } from './frame/error-boundary';
import { theme } from './theme';

/** Creates the Redux store of the page: the API cache. */
function createConsoleStore() {
  const store = configureStore({
    reducer: { [consoleApi.reducerPath]: consoleApi.reducer },
    // Both checks only warn in development, and they are slow with large API responses.
    middleware: (getDefault) =>
      getDefault({ serializableCheck: false, immutableCheck: false }).concat(consoleApi.middleware),
  });
  // Polling pauses in a hidden window.
  setupListeners(store.dispatch);
  return store;
}

/** The page: the console for a signed-in person, else the sign-in screen. */
export function ReleaseConsole() {
  const [store] = useState(createConsoleStore);
  return (
    <Provider store={store}>
      <ThemeProvider theme={theme}>
        <CssBaseline />
        <ConsolePage />
      </ThemeProvider>
    </Provider>
  );
}

function ConsolePage() {
  const { currentData: session, error } = consoleApi.useSessionQuery();
  const [wasSignedIn, setWasSignedIn] = useState(false);
  if (session && !wasSignedIn) setWasSignedIn(true);
  if (session) {
    return (
      <ErrorBoundary what="The console">
        <ConsoleFrame key={session.person} session={session} />
      </ErrorBoundary>
    );
  }
  if (session === undefined && !error) {
    return (
      <Box sx={{ display: 'grid', placeItems: 'center', minHeight: '60vh' }}>
        <CircularProgress aria-label="Opening the console" />
      </Box>
    );
  }
  return <SignIn error={error} hasEnded={wasSignedIn && session === null} />;
}

const sentences = [
  'Release each part of the shop on its own, to a few visitors first.',
  'See who changed what, with the errors and the speed that visitors get.',
  'Undo any change in seconds.',
];

interface SignInProps {
  /** Error of the request for the session. */
  error: unknown;
  /** Whether the person was signed in before. */
  hasEnded: boolean;
}

function SignIn({ error, hasEnded }: SignInProps) {
  return (
    <Box component="main" sx={{ display: 'grid', placeItems: 'center', minHeight: '100dvh', p: 3 }}>
      <Box sx={{ ...panel, width: '100%', maxWidth: 480, gap: 3, p: { xs: 3, sm: 5 } }}>
        <div>
          <Typography variant="h1">Release console</Typography>
          <Typography color="textSecondary" sx={{ mt: 1 }}>
            The release service of the shop.
          </Typography>
        </div>
        <Box component="ul" sx={{ m: 0, pl: 2.5, display: 'grid', gap: 1 }}>
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </Box>
        {hasEnded && <Alert severity="info">Your session has ended. Sign in again to return to this view.</Alert>}
        <Problem error={error} />
        <Button href={`/sign-in?to=${encodeURIComponent(location.hash)}`} variant="contained" size="large">
          Sign in
        </Button>
      </Box>
    </Box>
  );
}
