import { urls } from '@shop/remote-contract/urls';
import { Link, useSearchParams } from '@shop/router/router';
import { Button, Typography } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { NoticeScreen } from '@shop/ui/notice-screen';
import { PackageCheck, Printer } from 'lucide-react';
import { OrderAmounts } from '../../order/order-amounts';
import * as styles from './order-success.module.css';
import { type PlacedOrder, usePlacedOrder } from './use-placed-order';

/** The thank-you page after an order. It shows the order when the address names an order of the shopper. Specification 2 "Order success". */
export function OrderSuccessScreen() {
  const [search] = useSearchParams();
  const order = usePlacedOrder(search.get('orderId')?.trim() ?? '');
  return (
    <>
      <DocumentHead title="Thank you" isPrivate />
      <NoticeScreen
        title="Thank You for Your Order!"
        icon={<PackageCheck strokeWidth={1.25} />}
        actions={
          <>
            <Button component={Link} to={urls.orders()} variant="contained">
              View My Orders
            </Button>
            <Button component={Link} to={urls.home()} variant="outlined">
              Continue Shopping
            </Button>
          </>
        }
      >
        An e-mail with the details of your order will be sent to you shortly.
        {order && <OrderReceipt order={order} />}
      </NoticeScreen>
    </>
  );
}

/** Status of an order that waits for its payment. Specification 3 "Order". */
const pending = 0;

/** Number, items, total and address of the order, and what happens next. */
function OrderReceipt({ order: { id, status, items, total, address } }: { order: PlacedOrder }) {
  return (
    <section className={styles.receipt} aria-label={`Order ${id}`}>
      <Typography variant="h3" component="h2">
        Order {id}
      </Typography>
      <OrderAmounts items={items} label="Total" total={total} />
      {address && (
        <dl className={styles.facts}>
          <dt>Delivery to</dt>
          <dd>{address}</dd>
        </dl>
      )}
      <Typography>
        {status === pending
          ? 'Your payment has not arrived yet. You see in My Orders when it has.'
          : 'What happens next: we pack your order and send it to you. Shipping is free. Its status is in My Orders.'}
      </Typography>
      <div className={styles.actions}>
        <Button component={Link} to={urls.trackOrder(id)}>
          Track Order
        </Button>
        <Button startIcon={<Printer size={18} aria-hidden />} onClick={() => window.print()}>
          Print
        </Button>
      </div>
    </section>
  );
}
