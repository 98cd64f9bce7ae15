import { cartLineKey } from '@shop/cart/cart-line';
import { useTexts } from '@shop/language/texts';
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
  const t = useTexts();
  const { orderId, lines, total, change } = order;
  const headingId = useId();
  return (
    <section className={styles.panel} aria-labelledby={headingId}>
      <Typography id={headingId} variant="h3" component="h2">
        {t('Your order is waiting for payment')}
      </Typography>
      <Typography tone="secondary" className={styles.order}>
        {t('Order {order}. No payment has arrived yet.', { order: orderId })}
      </Typography>
      <ul className={summary.lines} aria-label={t('Items')}>
        {lines.map((line) => (
          <SummaryLine key={cartLineKey(line)} line={line} />
        ))}
      </ul>
      <Totals total={total} />
      <div className={styles.actions}>
        <Button component={Link} to={urls.payment(orderId)} variant="contained" size="large">
          {t('Pay now')}
        </Button>
        <Button variant="outlined" size="large" onClick={change}>
          {t('Change the order')}
        </Button>
      </div>
      <Typography variant="body2" tone="secondary">
        {t(
          '“Change the order” puts these items back into your cart and keeps your address, so that you can order again. Order {order} then stays unpaid in My Orders. It costs nothing unless you pay for it.',
          { order: orderId },
        )}
      </Typography>
    </section>
  );
}
