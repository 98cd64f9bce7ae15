import { Skeleton } from '@shop/ui/core';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import * as styles from './track-order.module.css';

/** Placeholder of an order while it loads. */
export function TrackedOrderSkeleton() {
  return (
    <section className={styles.result}>
      <VisuallyHidden role="status">Looking for your order</VisuallyHidden>
      <div aria-hidden>
        <Skeleton variant="rounded" width="60%" height={44} />
        <Skeleton variant="rounded" height={72} className={styles.progress} />
        <div className={styles.columns}>
          <Skeleton variant="rounded" height={148} />
          <Skeleton variant="rounded" height={148} />
        </div>
      </div>
    </section>
  );
}
