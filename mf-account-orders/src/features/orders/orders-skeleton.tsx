import { Skeleton } from '@shop/ui/core';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import * as styles from './orders.module.css';

/** Placeholder of two orders. */
export function OrdersSkeleton() {
  return (
    <>
      <VisuallyHidden role="status">Loading your orders</VisuallyHidden>
      <ul className={styles.orders} aria-hidden>
        {[0, 1].map((order) => (
          <li key={order}>
            <article className={styles.order}>
              <Skeleton variant="rounded" width="60%" height={36} />
              <div className={styles.columns}>
                <Skeleton variant="rounded" height={148} />
                <div className={styles.placeholders}>
                  <Skeleton width="80%" />
                  <Skeleton width="60%" />
                  <Skeleton width="60%" />
                </div>
              </div>
            </article>
          </li>
        ))}
      </ul>
    </>
  );
}
