import { formatInr } from '@shop/money/format';
import { urls } from '@shop/remote-contract/urls';
import { Link, useSearchParams } from '@shop/router/router';
import { Button, Typography } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { Letterhead } from '@shop/ui/letterhead';
import { NoticeScreen } from '@shop/ui/notice-screen';
import { ProductPicture } from '@shop/ui/product-picture';
import { PackageCheck, Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import * as styles from './order-success.module.css';
import { type PlacedOrder, usePlacedOrder } from './use-placed-order';

/** The thank-you page after an order. It shows the order when the address names an order of the shopper. Specification 2 "Order success". */
export function OrderSuccessScreen() {
  const [search] = useSearchParams();
  const placed = usePlacedOrder(search.get('orderId')?.trim() ?? '');
  return (
    <OrderSuccessPage>
      {placed.kind === 'ready' && <OrderReceipt order={placed.order} />}
      {placed.kind === 'unknown' && (
        <>
          <p>The details of order {placed.orderId} cannot be shown here.</p>
          <Button component={Link} to={urls.trackOrder(placed.orderId)}>
            Track Order
          </Button>
        </>
      )}
    </OrderSuccessPage>
  );
}

/** What every shopper reads, with the order below it. Without an order it is shown until the page knows the device. */
export function OrderSuccessPage({ children }: { children?: ReactNode }) {
  return (
    <div className={styles.screen}>
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
        <p className={styles.thanks}>An e-mail with the details of your order will be sent to you shortly.</p>
        {children}
      </NoticeScreen>
    </div>
  );
}

/** Status of an order that waits for its payment. Specification 3 "Order". */
const pending = 0;

/** The shop counts its days in India. */
const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'Asia/Kolkata' });

/** Number, date, items, amounts and address of the order, and what happens next. Printed, it is a receipt of the shop. */
function OrderReceipt({ order: { id, status, date, items, total, address } }: { order: PlacedOrder }) {
  return (
    <section className={styles.receipt} aria-label={`Order ${id}`}>
      <Letterhead />
      <Typography variant="h3" component="h2">
        Order {id}
      </Typography>
      {date && <Typography tone="secondary">{longDate.format(new Date(date))}</Typography>}
      <ul className={styles.items} aria-label="Items">
        {items.map(({ id: productId, name, quantity, price }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two items may be of one product, and their sequence never changes
          <li key={index}>
            <ProductPicture id={productId} sizes="48px" />
            <span>
              {name || 'Item'} × {quantity.toLocaleString('en-IN')}
            </span>
            <span className={styles.amount}>{formatInr(price * quantity)}</span>
          </li>
        ))}
      </ul>
      <dl className={styles.amounts}>
        <dt>Shipping</dt>
        <dd>Free</dd>
        <dt>Total</dt>
        <dd>{formatInr(total)}</dd>
      </dl>
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
        <Button component={Link} to={urls.order(id)}>
          View Order
        </Button>
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
