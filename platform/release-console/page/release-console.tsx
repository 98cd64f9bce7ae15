import { Box, Button, CircularProgress, CssBaseline, ThemeProvider, Typography } from '@mui/material';
import { configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { useState } from 'react';
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
  if (session) {
    return (
      <ErrorBoundary>
        <ConsoleFrame session={session} />
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
  return <SignIn error={error} />;
}

/** @param error  Error of the request for the session. */
function SignIn({ error }: { error: unknown }) {
  return (
    <Box component="main" sx={{ display: 'grid', placeItems: 'center', minHeight: '100dvh', p: 3 }}>
      <Box sx={{ width: '100%', maxWidth: 420, display: 'grid', gap: 3 }}>
        <Typography variant="h1">Release console</Typography>
        <Problem error={error} />
        <Button href={`/sign-in?to=${encodeURIComponent(location.hash)}`} variant="contained">
          Sign in
        </Button>
      </Box>
    </Box>
  );
}
