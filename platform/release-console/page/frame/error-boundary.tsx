import { Alert, Box, Button, Typography } from '@mui/material';
import { Component, type ReactNode } from 'react';

interface ErrorBoundaryState {
  error: Error | null;
}

/** Shows an error message in place of a page that failed to render, with a way back to the live view. */
export class ErrorBoundary extends Component<{ children: ReactNode }, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: null };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  private readonly openLiveView = () => {
    location.hash = '#/';
    this.setState({ error: null });
  };

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <Box component="main" sx={{ display: 'grid', gap: 3, maxWidth: '40rem', mx: 'auto', p: 3 }}>
        <Typography variant="h1">This view cannot be shown</Typography>
        <Alert severity="error">{error.message}</Alert>
        <Typography>Releases are not affected. The command line works too: npm run release -- --help</Typography>
        <Box>
          <Button variant="contained" onClick={this.openLiveView}>
            Back to the live view
          </Button>
        </Box>
      </Box>
    );
  }
}
