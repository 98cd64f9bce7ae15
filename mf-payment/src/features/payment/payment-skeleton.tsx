import { Skeleton } from '@shop/ui/core';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import type { PayableOrder } from './order/use-payable-order';
import { PaymentLayout } from './payment-layout';
import * as styles from './payment-skeleton.module.css';

export interface PaymentSkeletonProps {
  orderId: string;
  order: PayableOrder;
}

/** Placeholder of the payment form while its fields or the amount of the order load. */
export function PaymentSkeleton({ orderId, order }: PaymentSkeletonProps) {
  return (
    <PaymentLayout title="Complete Your Payment" orderId={orderId} order={order}>
      <VisuallyHidden role="status">Loading payment form</VisuallyHidden>
      <div className={styles.fields} aria-hidden>
        <Skeleton variant="rounded" height={56} />
        <Skeleton variant="rounded" height={56} />
        <Skeleton variant="rounded" height={56} />
        <Skeleton variant="rounded" height={48} />
      </div>
    </PaymentLayout>
  );
}
