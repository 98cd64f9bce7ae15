import { Skeleton } from '@shop/ui/core';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import * as styles from './account.module.css';

/** Placeholder of the account details. */
export function AccountSkeleton() {
  return (
    <div>
      <VisuallyHidden role="status">Loading your account</VisuallyHidden>
      <dl className={styles.details} aria-hidden>
        {['30%', '55%', '40%'].map((width) => (
          <div className={styles.detail} key={width}>
            <dt>
              <Skeleton width={96} />
            </dt>
            <dd>
              <Skeleton width={width} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
