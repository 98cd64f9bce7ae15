import { Skeleton } from '@shop/ui/core';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import * as styles from './policy.module.css';

const sections = ['first', 'second', 'third'];

/** The placeholder of a policy that loads. */
export function PolicySkeleton() {
  return (
    <div className={styles.columns} role="status">
      <VisuallyHidden>Loading</VisuallyHidden>
      <div aria-hidden>
        {sections.map((section) => (
          <div key={section} className={styles.placeholder}>
            <Skeleton width="45%" height={40} className={styles.placeholderHeading} />
            <Skeleton height={28} />
            <Skeleton height={28} />
            <Skeleton width="80%" height={28} />
          </div>
        ))}
      </div>
    </div>
  );
}
