import type { Order } from '@shop/api-contract/decoders/order';
import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Button, Skeleton, Typography } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { LoadFailure } from '@shop/ui/load-failure';
import { PageHeading } from '@shop/ui/page-heading';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import { PackageOpen } from 'lucide-react';
import { useId } from 'react';
import { formatLongDate } from '../../format-long-date';
import { Delivery } from '../../order/delivery';
import { ItemsTable } from '../../order/items-table';
import { OrderTitle } from '../../order/order-title';
import { getOrderStatus, StatusBadge } from '../../order/status-badge';
import { Page } from '../../page/page';
import * as styles from './orders.module.css';
import { type OrdersState, useOrders } from './use-orders';

/** Specification 8 "Orders and payment". */
const loadFailed = 'Failed to load your orders. Please try again.';

/** The list of the shopper's orders. Specification 2 "My orders". */
export function OrdersScreen() {
  const state = useOrders();
  return (
    <Page>
      <DocumentHead title="My Orders" isPrivate />
      <PageHeading>My Orders</PageHeading>
      <OrdersBody state={state} />
    </Page>
  );
}

function OrdersBody({ state }: { state: OrdersState }) {
  switch (state.kind) {
    case 'loading':
      return <OrdersSkeleton />;
    case 'failed':
      // A failed list shows its message and then the empty list. Interpretation 10.
      return (
        <>
          <LoadFailure message={loadFailed} onRetry={state.retry} />
          <NoOrders />
        </>
      );
    case 'empty':
      return <NoOrders />;
    case 'ready':
      return <OrderList orders={state.orders} />;
  }
}

/** The empty list of orders. Specification 2 "My orders". */
function NoOrders() {
  return (
    <div className={styles.empty}>
      <span className={styles.emptyIcon} aria-hidden>
        <PackageOpen size={48} strokeWidth={1.25} />
      </span>
      <Typography variant="h2">No Orders Found</Typography>
      <Button component={Link} to={urls.productList()} variant="contained" size="large">
        Browse Products
      </Button>
    </div>
  );
}

/** The list of orders, one block per order. Specification 2 "My orders". */
function OrderList({ orders }: { orders: readonly Order[] }) {
  return (
    <ul className={styles.orders}>
      {orders.map((order) => (
        <li key={order.id}>
          <OrderEntry order={order} />
        </li>
      ))}
    </ul>
  );
}

function OrderEntry({ order: { id, status, date, items, address } }: { order: Order }) {
  const headingId = useId();
  return (
    <article className={styles.order} aria-labelledby={headingId}>
      <div className={styles.header}>
        <div>
          <OrderTitle id={id} headingId={headingId} variant="h3" />
          <Typography variant="body2" tone="secondary">
            {formatLongDate(date) || 'Date not available'}
          </Typography>
        </div>
        <StatusBadge code={status} />
      </div>
      <div className={styles.columns}>
        <ItemsTable items={items} orderId={id} />
        <Delivery address={address} />
      </div>
      <div className={styles.actions}>
        {getOrderStatus(status).name === 'Pending' && (
          <Button component={Link} to={urls.payment(id)} variant="contained" aria-describedby={headingId}>
            Pay Now
          </Button>
        )}
        <Button component={Link} to={urls.trackOrder(id)} variant="outlined" aria-describedby={headingId}>
          Track Order
        </Button>
      </div>
    </article>
  );
}

/** Placeholder of two orders. */
function OrdersSkeleton() {
  return (
    <>
      <VisuallyHidden role="status">Loading your orders</VisuallyHidden>
      <ul className={styles.orders} aria-hidden>
        {[0, 1].map((order) => (
          <li key={order}>
            <article className={styles.order}>
              <Skeleton variant="rounded" width="60%" height={36} />
              <div className={styles.columns}>
                <Skeleton variant="rounded" height={148} />
                <div className={styles.placeholders}>
                  <Skeleton width="80%" />
                  <Skeleton width="60%" />
                  <Skeleton width="60%" />
                </div>
              </div>
            </article>
          </li>
        ))}
      </ul>
    </>
  );
}
