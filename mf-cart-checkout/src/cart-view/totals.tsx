import { formatInr } from '@shop/money/format';
import * as styles from './totals.module.css';

export interface TotalsProps {
  /** Rupees over all lines. */
  total: number;
}

/** Subtotal, shipping and total. Shipping is shown as 'Free'. Specification 2 and 9. */
export function Totals({ total }: TotalsProps) {
  return (
    <dl className={styles.list}>
      <div className={styles.row}>
        <dt>Subtotal</dt>
        <dd>{formatInr(total)}</dd>
      </div>
      <div className={styles.row}>
        <dt>Shipping</dt>
        <dd>Free</dd>
      </div>
      <div className={styles.total}>
        <dt>Total</dt>
        <dd>{formatInr(total)}</dd>
      </div>
    </dl>
  );
}
