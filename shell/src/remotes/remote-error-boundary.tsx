import { Component, type ReactNode } from 'react';
import { RemoteErrorFallback } from './remote-error-fallback';

export interface RemoteErrorBoundaryProps {
  /** Name and version of the remote, for the log: `mf-catalog 1.0.0`. */
  screen: string;
  children: ReactNode;
}

interface RemoteErrorBoundaryState {
  failure: { reason: unknown } | null;
}

/** Catches what a remote's screen throws while it renders, such as a chunk that does not load. React has no hook for this. */
export class RemoteErrorBoundary extends Component<RemoteErrorBoundaryProps, RemoteErrorBoundaryState> {
  override state: RemoteErrorBoundaryState = { failure: null };

  static getDerivedStateFromError(reason: unknown): RemoteErrorBoundaryState {
    return { failure: { reason } };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    return (
      <RemoteErrorFallback
        screen={this.props.screen}
        reason={failure.reason}
        onRetry={() => this.setState({ failure: null })}
      />
    );
  }
}
