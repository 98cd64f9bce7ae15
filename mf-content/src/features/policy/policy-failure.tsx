import { LoadFailure } from '@shop/ui/load-failure';

/** The text, or what prepares it, did not load. */
export function PolicyFailure({ onRetry }: { onRetry: () => void }) {
  return <LoadFailure message="This page could not be loaded. Please try again." onRetry={onRetry} />;
}
