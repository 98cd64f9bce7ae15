import type { ComposedRemote } from '@shop/remote-contract/composition';
import { Component, type ReactNode } from 'react';
import { SectionUnavailable } from './section-unavailable';

export interface RemoteBoundaryProps {
  remote: ComposedRemote;
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
        remote={this.props.remote}
        reason={failure.reason}
        onRetry={() => this.setState({ failure: null })}
      />
    );
  }
}
