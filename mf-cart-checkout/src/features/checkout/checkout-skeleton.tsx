import { Skeleton, Stack } from '@shop/ui/core';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import { CheckoutColumns } from './checkout-layout';

/** Placeholder of checkout until cart and draft were read. */
export function CheckoutSkeleton() {
  return (
    <>
      <VisuallyHidden role="status">Loading checkout</VisuallyHidden>
      <div aria-hidden>
        <Skeleton variant="rounded" width={240} height={52} />
        <CheckoutColumns>
          <Stack spacing={2.5}>
            {[0, 1, 2, 3].map((field) => (
              <Skeleton key={field} variant="rounded" height={56} />
            ))}
          </Stack>
          <Skeleton variant="rounded" height={300} />
        </CheckoutColumns>
      </div>
    </>
  );
}
