import type { Order } from '@shop/api-contract/decoders/order';
import { Typography } from '@shop/ui/core';
import { useEffect, useRef } from 'react';
import { formatLongDate } from '../../format-long-date';
import { Delivery } from '../../order/delivery';
import { ItemsTable } from '../../order/items-table';
import { isStep } from '../../order/order-status';
import { OrderTitle } from '../../order/order-title';
import { StatusBadge } from '../../order/status-badge';
import { OrderProgress } from './order-progress';
import * as styles from './track-order.module.css';

export interface TrackedOrderProps {
  order: Order;
}

const headingId = 'tracked-order';

/** The order that was found. Its heading takes the focus, because it is below the form. Specification 2 "Track order". */
export function TrackedOrder({ order: { id, status, date, items, address } }: TrackedOrderProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={styles.result} aria-labelledby={headingId}>
      <div className={styles.header}>
        <div>
          <OrderTitle id={id} headingId={headingId} variant="h2" headingRef={heading} />
          <Typography tone="secondary">{formatLongDate(date) || 'Date not available'}</Typography>
        </div>
        {/* The status shows once: as a step, or as a badge when it is not a step. */}
        {!isStep(status) && <StatusBadge code={status} />}
      </div>
      <div className={styles.progress}>{isStep(status) && <OrderProgress status={status} />}</div>
      <div className={styles.columns}>
        <ItemsTable items={items} orderId={id} />
        <Delivery address={address} />
      </div>
    </section>
  );
}
