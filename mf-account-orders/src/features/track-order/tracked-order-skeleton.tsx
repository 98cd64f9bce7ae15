import { Skeleton } from '@shop/ui/core';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import { Result, ResultColumns } from './tracked-order';

/** Placeholder of an order while it loads. */
export function TrackedOrderSkeleton() {
  return (
    <Result>
      <VisuallyHidden role="status">Looking for your order</VisuallyHidden>
      <div aria-hidden>
        <Skeleton variant="rounded" width="60%" height={44} />
        <Skeleton variant="rounded" height={72} sx={{ my: { xs: 4, md: 6 } }} />
        <ResultColumns>
          <Skeleton variant="rounded" height={148} />
          <Skeleton variant="rounded" height={148} />
        </ResultColumns>
      </div>
    </Result>
  );
}
