import { Skeleton } from '@shop/ui/core';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import { Page } from '../../cart-view/page';
import * as styles from './cart.module.css';
import * as lineStyles from './cart-line.module.css';

/** Placeholder of the cart until storage was read. */
export function CartSkeleton() {
  return (
    <Page>
      <VisuallyHidden role="status">Loading your cart</VisuallyHidden>
      <div aria-hidden>
        <Skeleton variant="rounded" width={240} height={52} />
        <div className={styles.columns}>
          <div>
            {[0, 1].map((line) => (
              <div key={line} className={lineStyles.line}>
                <Skeleton variant="rounded" className={`${lineStyles.picture} ${lineStyles.placeholder}`} />
                <div className={lineStyles.info}>
                  <Skeleton width="70%" />
                  <Skeleton width="40%" />
                </div>
                <Skeleton variant="rounded" width={144} height={46} className={lineStyles.quantity} />
              </div>
            ))}
          </div>
          <Skeleton variant="rounded" height={260} />
        </div>
      </div>
    </Page>
  );
}
