import { cartLineKey } from '@shop/cart/cart-line';
import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Button, Typography } from '@shop/ui/core';
import { useId } from 'react';
import { Totals } from '../../cart-view/cart-view';
import { SummaryLine } from './order-summary';
import * as summary from './order-summary.module.css';
import type { WaitingOrder } from './use-waiting-order';
import * as styles from './waiting-order-panel.module.css';

/** The order that waits for payment: its items, the way to its payment page, and the way back to the cart. */
export function WaitingOrderPanel({ order }: { order: WaitingOrder }) {
  const { orderId, lines, total, change } = order;
  const headingId = useId();
  return (
    <section className={styles.panel} aria-labelledby={headingId}>
      <Typography id={headingId} variant="h3" component="h2">
        Your order is waiting for payment
      </Typography>
      <Typography tone="secondary" className={styles.order}>
        Order {orderId}. No payment has arrived yet.
      </Typography>
      <ul className={summary.lines} aria-label="Items">
        {lines.map((line) => (
          <SummaryLine key={cartLineKey(line)} line={line} />
        ))}
      </ul>
      <Totals total={total} />
      <div className={styles.actions}>
        <Button component={Link} to={urls.payment(orderId)} variant="contained" size="large">
          Pay now
        </Button>
        <Button variant="outlined" size="large" onClick={change}>
          Change the order
        </Button>
      </div>
      <Typography variant="body2" tone="secondary">
        “Change the order” puts these items back into your cart and keeps your address, so that you can order again.
        Order {orderId} then stays unpaid in My Orders. It costs nothing unless you pay for it.
      </Typography>
    </section>
  );
}
