import { Component, type ReactNode } from 'react';
import { SectionUnavailable } from './section-unavailable';

export interface RemoteBoundaryProps {
  /** Whose screen it is, for the log: `mf-catalog 1.0.0`. */
  screen: string;
  children: ReactNode;
}

interface RemoteBoundaryState {
  failure: { reason: unknown } | null;
}

/** Catches what a remote's screen throws while it renders, or a chunk that it cannot load. React has no hook for this. */
export class RemoteBoundary extends Component<RemoteBoundaryProps, RemoteBoundaryState> {
  override state: RemoteBoundaryState = { failure: null };

  static getDerivedStateFromError(reason: unknown): RemoteBoundaryState {
    return { failure: { reason } };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    return (
      <SectionUnavailable
        screen={this.props.screen}
        reason={failure.reason}
        onRetry={() => this.setState({ failure: null })}
      />
    );
  }
}
