import { text, useTexts } from '@shop/language/texts';
import { formatInr } from '@shop/money/format';
import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Button, Container, Typography } from '@shop/ui/core';
import { PageHeading } from '@shop/ui/page-heading';
import { OrderAmounts, OrderAmountsSkeleton } from '../../../order/order-amounts';
import * as styles from './payable-order-summary.module.css';
import type { ChangedOrder, ClosedOrder, PayableOrder } from './use-payable-order';

/** Items and amount of the order, in rupees; or why the amount is not known. */
export function PayableOrderSummary({ order }: { order: PayableOrder }) {
  const t = useTexts();
  switch (order.kind) {
    case 'loading':
      return <OrderAmountsSkeleton />;
    case 'ready':
    case 'changed':
    case 'closed':
      return <OrderAmounts items={order.items} label={t('Total to pay')} total={order.total} />;
    case 'not-found':
      return null;
    case 'unknown':
      return (
        <>
          {order.shownTotal !== undefined && (
            <OrderAmounts items={order.items} label={t('Total at checkout')} total={order.shownTotal} />
          )}
          <Typography role="status" className={styles.unknown}>
            {t('The amount of this order could not be loaded. Check it in My Orders before you pay.')}
          </Typography>
          <Button onClick={order.retry} className={styles.retry}>
            {t('Load the amount again')}
          </Button>
        </>
      );
  }
}

/** Stands in for the payment form while the order costs another amount than checkout showed. */
export function ConfirmTotal({ order: { shownTotal, total, confirm } }: { order: ChangedOrder }) {
  const t = useTexts();
  return (
    <div role="alert" className={styles.change}>
      <Typography variant="h3" component="h2">
        {t('The total has changed')}
      </Typography>
      <Typography>
        {t(
          'Checkout showed {shown}. The total is now {total}, because a price changed while your order was placed. You have not paid yet.',
          { shown: formatInr(shownTotal), total: formatInr(total) },
        )}
      </Typography>
      <Button variant="contained" size="large" onClick={confirm}>
        {t('Continue with {total}', { total: formatInr(total) })}
      </Button>
    </div>
  );
}

const closedTitles: Readonly<Record<ClosedOrder['status'], string>> = {
  paid: text('This order is paid'),
  cancelled: text('This order is cancelled'),
  other: text('This order takes no payment'),
};

const closedNotes: Readonly<Record<ClosedOrder['status'], string>> = {
  paid: text('You do not have to pay again. Nothing more is charged.'),
  // Money may be on its way or have arrived: the status does not say whether the shopper was charged.
  cancelled: text('It takes no payment any more.'),
  other: text('It takes no payment any more.'),
};

/** Stands in for the payment form of an order that takes no payment. It may replace the form, so its heading takes the focus. */
export function ClosedOrderNotice({
  orderId,
  order: { status, items, total, dueOnDelivery },
}: {
  orderId: string;
  order: ClosedOrder;
}) {
  const t = useTexts();
  return (
    <Container maxWidth="sm" className={styles.closed}>
      <PageHeading takesFocus>{dueOnDelivery ? t('This order is confirmed') : t(closedTitles[status])}</PageHeading>
      <Typography className={styles.closedOrder}>{t('Order {order}', { order: orderId })}</Typography>
      <Typography>
        {dueOnDelivery
          ? t('{amount} is due in cash on delivery.', { amount: formatInr(dueOnDelivery) })
          : t(closedNotes[status])}
      </Typography>
      {items.length > 0 && <OrderAmounts items={items} label={t('Total')} total={total} />}
      <Button component={Link} to={urls.order(orderId)} variant="contained">
        {t('View Order')}
      </Button>
    </Container>
  );
}

/** Says that the shopper has no such order, in the words of the page of an order. */
export function OrderNotFound({ orderId, takesFocus }: { orderId: string; takesFocus: boolean }) {
  const t = useTexts();
  return (
    <Container maxWidth="sm" className={styles.closed}>
      <PageHeading takesFocus={takesFocus}>{t('Order not found')}</PageHeading>
      <Typography tone="secondary" className={styles.notFound}>
        {t('There is no order {id} in your account. With its number and an email or phone, you can track any order.', {
          id: orderId,
        })}
      </Typography>
      <div className={styles.links}>
        <Button component={Link} to={urls.orders()} variant="contained">
          {t('View My Orders')}
        </Button>
        <Button component={Link} to={urls.trackOrder(orderId)} variant="outlined">
          {t('Track Order')}
        </Button>
      </div>
    </Container>
  );
}
