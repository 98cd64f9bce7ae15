import { formatInr } from '@shop/money/format';
import { Button, Typography } from '@shop/ui/core';
import * as styles from './confirm-total.module.css';

export interface ConfirmTotalProps {
  /** Rupees that checkout showed. */
  shownTotal: number;
  /** Rupees that the server charges. */
  total: number;
  onConfirm: () => void;
}

/** Stands in for the payment form while the order costs another amount than checkout showed. */
export function ConfirmTotal({ shownTotal, total, onConfirm }: ConfirmTotalProps) {
  return (
    <div role="alert" className={styles.change}>
      <Typography variant="h3" component="h2">
        The total has changed
      </Typography>
      <Typography>
        Checkout showed {formatInr(shownTotal)}. The total is now {formatInr(total)}, because a price changed while your
        order was placed. You have not paid yet.
      </Typography>
      <Button variant="contained" size="large" onClick={onConfirm}>
        Continue with {formatInr(total)}
      </Button>
    </div>
  );
}
