import type { Order } from '@shop/api-contract/decoders/order';
import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Button, Typography } from '@shop/ui/core';
import { useId } from 'react';
import { formatLongDate } from '../../format-long-date';
import { Delivery } from '../../order/delivery';
import { ItemsTable } from '../../order/items-table';
import { getOrderStatus } from '../../order/order-status';
import { OrderTitle } from '../../order/order-title';
import { StatusBadge } from '../../order/status-badge';
import * as styles from './orders.module.css';

/** The list of orders, one block per order. Specification 2 "My orders". */
export function OrderList({ orders }: { orders: readonly Order[] }) {
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
