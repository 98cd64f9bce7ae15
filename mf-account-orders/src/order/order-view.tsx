import type { Order } from '@shop/api-contract/decoders/order';
import { type Texts, useTexts } from '@shop/language/texts';
import { Typography } from '@shop/ui/core';
import { Letterhead } from '@shop/ui/letterhead';
import type { ReactNode, RefObject } from 'react';
import { formatLongDate } from '../format-long-date';
import { Delivery } from './delivery';
import { ItemsTable } from './items-table';
import { OrderProgress } from './order-progress';
import { OrderTitle } from './order-title';
import * as styles from './order-view.module.css';
import { getOrderStatus, isStep, StatusBadge } from './status-badge';

export interface OrderViewProps {
  order: Order;
  /** Ref of an h2 that takes the focus. Without it, the title is the heading of the page. */
  headingRef?: RefObject<HTMLHeadingElement | null>;
  /** Links and buttons below the progress. */
  children?: ReactNode;
}

/** One order with progress, items, amounts and delivery. Printed, it is a receipt of the shop. */
export function OrderView({ order: { id, status, date, items, address }, headingRef, children }: OrderViewProps) {
  const t = useTexts();
  return (
    <section aria-label={t('Order {id}', { id })}>
      <Letterhead />
      <div className={styles.header}>
        <div>
          <OrderTitle id={id} headingRef={headingRef} />
          <Typography tone="secondary">{formatLongDate(date, t.language) || t('Date not available')}</Typography>
        </div>
        {/* The status shows once: as a step, or as a badge when it is not a step. */}
        {!isStep(status) && <StatusBadge code={status} />}
      </div>
      <Typography className={styles.receipt}>{describePayment(status, t)}</Typography>
      <div className={styles.progress}>{isStep(status) && <OrderProgress status={status} />}</div>
      {children}
      <div className={styles.columns}>
        <ItemsTable items={items} orderId={id} />
        <Delivery address={address} />
      </div>
    </section>
  );
}

/** Status and payment for the receipt. The API does not say how an order is paid, only that it waits for nothing. */
function describePayment(code: number, t: Texts): string {
  const { name } = getOrderStatus(code);
  if (name === 'Pending') return t('Status: Pending. Payment: not received yet.');
  const status = t(name);
  return isStep(code)
    ? t('Status: {status}. Payment: received, or due in cash on delivery.', { status })
    : t('Status: {status}.', { status });
}
