import { Container, Skeleton } from '@shop/ui/core';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import * as styles from './screen-skeleton.module.css';

/**
 * Placeholder of a screen whose remote is loading. A loaded remote shows its own skeleton. The placeholder is as tall as
 * the window: otherwise the screen would push a visible footer down, which is a layout shift.
 */
export function ScreenSkeleton() {
  return (
    <Container maxWidth="xl" className={styles.screen}>
      <VisuallyHidden role="status">Loading</VisuallyHidden>
      <div className={styles.bones} aria-hidden>
        <Skeleton variant="rounded" width="40%" height={48} />
        <Skeleton variant="rounded" width="70%" height={20} />
        <Skeleton variant="rounded" height={320} />
      </div>
    </Container>
  );
}
