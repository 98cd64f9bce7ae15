import { Component, type ReactNode } from 'react';

export interface SlotErrorBoundaryProps {
  /** Release of the filler: `mf-reviews/1.0.0-4f3a…`. Telemetry counts the error for it. */
  release: string;
  /** Receives what the filler throws. */
  onError: (reason: unknown) => void;
  children: ReactNode;
}

/** Shows nothing in place of a filler that throws while it renders. React has no hook for this. */
export class SlotErrorBoundary extends Component<SlotErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(reason: unknown): void {
    this.props.onError(reason);
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}
