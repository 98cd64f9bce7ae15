import { Skeleton, Stack } from '@shop/ui/core';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import { PaymentLayout } from './payment-layout';

/** Holds the place of the form: heading and order are known already, fields are on their way. */
export function PaymentSkeleton({ orderId }: { orderId: string }) {
  return (
    <PaymentLayout title="Complete Your Payment" orderId={orderId}>
      <VisuallyHidden role="status">Loading payment form</VisuallyHidden>
      <Stack spacing={3} aria-hidden>
        <Skeleton variant="rounded" height={56} />
        <Skeleton variant="rounded" height={56} />
        <Skeleton variant="rounded" height={56} />
        <Skeleton variant="rounded" height={48} />
      </Stack>
    </PaymentLayout>
  );
}
