import { Skeleton } from '@shop/ui/core';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import { DetailColumns, DetailFrame } from './detail-layout';
import * as styles from './product-detail-skeleton.module.css';

/** The placeholder of a product that loads. */
export function ProductDetailSkeleton() {
  return (
    <DetailFrame>
      {/* A plain heading: it must not take the focus from `<main>`, where the heading of the product takes it from. */}
      <VisuallyHidden component="h1">Product</VisuallyHidden>
      <VisuallyHidden role="status">Loading product</VisuallyHidden>
      <div aria-hidden>
        <Skeleton variant="rounded" width={88} height={44} />
        <DetailColumns>
          <Skeleton variant="rounded" className={styles.picture} />
          <div className={styles.text}>
            <Skeleton width="30%" />
            <Skeleton variant="rounded" width="80%" height={48} />
            <Skeleton width="25%" height={32} />
            <Skeleton variant="rounded" height={44} width="60%" />
            <Skeleton variant="rounded" height={48} />
            <Skeleton />
            <Skeleton />
            <Skeleton width="60%" />
          </div>
        </DetailColumns>
      </div>
    </DetailFrame>
  );
}
