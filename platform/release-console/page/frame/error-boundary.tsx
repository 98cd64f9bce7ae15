import { Alert, AlertTitle, Button } from '@mui/material';
import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  /** What the children show, such as `The view`. */
  what: string;
  children: ReactNode;
}

interface ErrorBoundaryState {
  error: Error | null;
}

/** Shows an error message in place of a part of the page that failed to load or to render, with a button that reloads the page. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: null };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <Alert
        severity="error"
        action={
          <Button color="inherit" size="small" onClick={() => location.reload()}>
            Reload
          </Button>
        }
      >
        <AlertTitle>{this.props.what} cannot be shown</AlertTitle>
        <div>{error.message}</div>
        <div>
          Reload the page: the service may have been updated. Releases are not affected. The command line works too: npm
          run release -- --help
        </div>
      </Alert>
    );
  }
}
