import { Typography } from '@shop/ui/core';
import * as styles from './product-list-results.module.css';
import type { ProductListState } from './use-product-list';

/** Shows and announces the number of products that match. It is empty while they load, and without products. */
export function ResultCount({ state }: { state: ProductListState }) {
  const total = state.kind === 'ready' && !state.isUpdating ? state.total : 0;
  return (
    <Typography role="status" variant="body2" tone="secondary" className={styles.count}>
      {total > 0 && `${total.toLocaleString('en-IN')} ${total === 1 ? 'product' : 'products'}`}
    </Typography>
  );
}
