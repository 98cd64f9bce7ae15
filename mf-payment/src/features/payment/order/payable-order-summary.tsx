import { formatInr } from '@shop/money/format';
import { Button, Skeleton, Typography } from '@shop/ui/core';
import { OrderAmounts } from '../../../order/order-amounts';
import * as styles from './payable-order-summary.module.css';
import type { ChangedOrder, PayableOrder } from './use-payable-order';

/** Items and amount of the order, in rupees; or why the amount is not known. */
export function PayableOrderSummary({ order }: { order: PayableOrder }) {
  switch (order.kind) {
    case 'loading':
      return <Skeleton variant="rounded" height={72} className={styles.skeleton} aria-hidden />;
    case 'ready':
    case 'changed':
      return <OrderAmounts items={order.items} label="Total to pay" total={order.total} />;
    case 'unknown':
      return (
        <>
          {order.shownTotal !== undefined && (
            <OrderAmounts items={order.items} label="Total at checkout" total={order.shownTotal} />
          )}
          <Typography role="status" className={styles.unknown}>
            The amount of this order could not be loaded. Check it in My Orders before you pay.
          </Typography>
          <Button onClick={order.retry} className={styles.retry}>
            Load the amount again
          </Button>
        </>
      );
  }
}

/** Stands in for the payment form while the order costs another amount than checkout showed. */
export function ConfirmTotal({ order: { shownTotal, total, confirm } }: { order: ChangedOrder }) {
  return (
    <div role="alert" className={styles.change}>
      <Typography variant="h3" component="h2">
        The total has changed
      </Typography>
      <Typography>
        Checkout showed {formatInr(shownTotal)}. The total is now {formatInr(total)}, because a price changed while your
        order was placed. You have not paid yet.
      </Typography>
      <Button variant="contained" size="large" onClick={confirm}>
        Continue with {formatInr(total)}
      </Button>
    </div>
  );
}
