import { Skeleton } from '@shop/ui/core';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import * as styles from './checkout.module.css';

/** Placeholder of checkout until cart and draft were read. */
export function CheckoutSkeleton() {
  return (
    <>
      <VisuallyHidden role="status">Loading checkout</VisuallyHidden>
      <div aria-hidden>
        <Skeleton variant="rounded" width={240} height={52} />
        <div className={styles.columns}>
          <div className={styles.fields}>
            {[0, 1, 2, 3].map((field) => (
              <Skeleton key={field} variant="rounded" height={56} />
            ))}
          </div>
          <Skeleton variant="rounded" height={300} />
        </div>
      </div>
    </>
  );
}
