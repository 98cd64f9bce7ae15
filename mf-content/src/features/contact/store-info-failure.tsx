import { LoadFailure } from '@shop/ui/load-failure';

/** Says that store information failed to load. Specification 8 "Store and products". */
export function StoreInfoFailure({ onRetry }: { onRetry: () => void }) {
  return <LoadFailure message="Failed to load store information. Please refresh the page." onRetry={onRetry} />;
}
