import type { Order } from '@shop/api-contract/decoders/order';
import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Button, Stack, Typography } from '@shop/ui/core';
import { useId } from 'react';
import { formatLongDate } from '../../format-long-date';
import { Delivery } from '../../order/delivery';
import { ItemsTable } from '../../order/items-table';
import { getOrderStatus } from '../../order/order-status';
import { OrderTitle } from '../../order/order-title';
import { StatusBadge } from '../../order/status-badge';
import { OrderBlock, OrderColumns, Orders } from './order-layout';

/** The list of orders, one block per order. Specification 2 "My orders". */
export function OrderList({ orders }: { orders: readonly Order[] }) {
  return (
    <Orders>
      {orders.map((order) => (
        <li key={order.id}>
          <OrderEntry order={order} />
        </li>
      ))}
    </Orders>
  );
}

function OrderEntry({ order: { id, status, date, items, address } }: { order: Order }) {
  const headingId = useId();
  return (
    <OrderBlock aria-labelledby={headingId}>
      <Stack
        direction="row"
        useFlexGap
        sx={{ flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}
      >
        <div>
          <OrderTitle id={id} headingId={headingId} variant="h3" />
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {formatLongDate(date) || 'Date not available'}
          </Typography>
        </div>
        <StatusBadge code={status} />
      </Stack>
      <OrderColumns>
        <ItemsTable items={items} orderId={id} />
        <Delivery address={address} />
      </OrderColumns>
      <Stack direction="row" useFlexGap spacing={2} sx={{ mt: 3, flexWrap: 'wrap' }}>
        {getOrderStatus(status).name === 'Pending' && (
          <Button component={Link} to={urls.payment(id)} variant="contained" aria-describedby={headingId}>
            Pay Now
          </Button>
        )}
        <Button component={Link} to={urls.trackOrder(id)} variant="outlined" aria-describedby={headingId}>
          Track Order
        </Button>
      </Stack>
    </OrderBlock>
  );
}
