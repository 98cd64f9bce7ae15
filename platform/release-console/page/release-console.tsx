import { Box, Button, CircularProgress, CssBaseline, TextField, ThemeProvider, Typography } from '@mui/material';
import { configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Provider } from 'react-redux';
import { consoleApi } from './api/console-api';
import { Problem } from './components/query-result';
import { ConsoleFrame } from './frame/console-frame';
import { ErrorBoundary } from './frame/error-boundary';
import { draftSlice } from './promote/promotion-draft';
import { theme } from './theme';

/** Creates the Redux store of the page: API cache and promotion drafts. */
function createConsoleStore() {
  const store = configureStore({
    reducer: { [consoleApi.reducerPath]: consoleApi.reducer, [draftSlice.reducerPath]: draftSlice.reducer },
    // Both checks only warn in development, and they are slow with large API responses.
    middleware: (getDefault) =>
      getDefault({ serializableCheck: false, immutableCheck: false }).concat(consoleApi.middleware),
  });
  // Polling pauses in a hidden window.
  setupListeners(store.dispatch);
  return store;
}

export interface ReleaseConsoleProps {
  /** Token of the link that the console printed: the page signs in with it automatically. Null without one. */
  linkToken: string | null;
}

/** The page: the console for a signed-in person, else the sign-in screen. */
export function ReleaseConsole({ linkToken }: ReleaseConsoleProps) {
  const [store] = useState(createConsoleStore);
  return (
    <Provider store={store}>
      <ThemeProvider theme={theme}>
        <CssBaseline />
        <ConsolePage linkToken={linkToken} />
      </ThemeProvider>
    </Provider>
  );
}

function ConsolePage({ linkToken }: ReleaseConsoleProps) {
  const isTried = useRef(false);
  const [signIn, signingIn] = consoleApi.useSignInMutation();
  const { currentData: session, error, isFetching } = consoleApi.useSessionQuery();
  useEffect(() => {
    if (linkToken === null || isTried.current) return;
    isTried.current = true;
    void signIn({ token: linkToken });
  }, [linkToken, signIn]);

  if (session) {
    return (
      <ErrorBoundary>
        <ConsoleFrame session={session} />
      </ErrorBoundary>
    );
  }
  const isBusy = signingIn.isLoading || (signingIn.isSuccess && isFetching);
  const isByLink = linkToken !== null && (isBusy || signingIn.isUninitialized);
  if (isByLink || (session === undefined && !error)) {
    return (
      <Box sx={{ display: 'grid', placeItems: 'center', minHeight: '60vh' }}>
        <CircularProgress aria-label="Opening the console" />
      </Box>
    );
  }
  return <SignIn error={signingIn.error ?? error} isBusy={isBusy} onSignIn={(token) => void signIn({ token })} />;
}

interface SignInProps {
  /** Error of the sign-in, or of the request for the session. */
  error: unknown;
  isBusy: boolean;
  onSignIn: (token: string) => void;
}

function SignIn({ error, isBusy, onSignIn }: SignInProps) {
  const [token, setToken] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSignIn(token.trim());
  };
  return (
    <Box component="main" sx={{ display: 'grid', placeItems: 'center', minHeight: '100dvh', p: 3 }}>
      <Box component="form" onSubmit={submit} sx={{ width: '100%', maxWidth: 420, display: 'grid', gap: 3 }}>
        <div>
          <Typography variant="h1">Release console</Typography>
          <Typography color="textSecondary" sx={{ mt: 1 }}>
            Sign in with your token, or with the link that the console printed when it started.
          </Typography>
        </div>
        <Problem error={error} />
        <TextField
          label="Token"
          type="password"
          autoComplete="current-password"
          required
          value={token}
          onChange={(event) => setToken(event.target.value)}
        />
        <Button type="submit" variant="contained" disabled={isBusy || token.trim() === ''}>
          Sign in
        </Button>
      </Box>
    </Box>
  );
}
