import { LoadFailure } from '@shop/ui/load-failure';

/** Says that the text failed to load. */
export function PolicyFailure({ onRetry }: { onRetry: () => void }) {
  return <LoadFailure message="This page could not be loaded. Please try again." onRetry={onRetry} />;
}
