import { LoadFailure } from '@shop/ui/load-failure';

/** Store information could not be had. Specification 8 "Store and products". */
export function StoreInfoFailure({ onRetry }: { onRetry: () => void }) {
  return <LoadFailure message="Failed to load store information. Please refresh the page." onRetry={onRetry} />;
}
