import type { Order } from '@shop/api-contract/decoders/order';
import { type Texts, useTexts } from '@shop/language/texts';
import { formatInr } from '@shop/money/format';
import { translatePaymentMethod } from '@shop/store-info/payment-methods';
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
export function OrderView({ order, headingRef, children }: OrderViewProps) {
  const t = useTexts();
  const { id, status, date, items, address } = order;
  const payment = describePayment(order, t);
  return (
    <section aria-label={t('Order {id}', { id })}>
      <Letterhead />
      <div className={styles.header}>
        <div>
          <OrderTitle id={id} headingRef={headingRef} />
          <Typography tone="secondary">{formatLongDate(date, t.language) || t('Date not available')}</Typography>
          {payment && <Typography>{payment}</Typography>}
        </div>
        {/* The status shows once: as a step, or as a badge when it is not a step. */}
        {!isStep(status) && <StatusBadge code={status} />}
      </div>
      <Typography className={styles.receipt}>{describeStatus(status, payment !== null, t)}</Typography>
      <div className={styles.progress}>{isStep(status) && <OrderProgress status={status} />}</div>
      {children}
      <div className={styles.columns}>
        <ItemsTable items={items} orderId={id} />
        <Delivery address={address} />
      </div>
    </section>
  );
}

/**
 * Describes the payment of an order, where the API sends it: what the courier collects, in rupees, or how the order was paid. Null
 * also for a cancelled order: its method does not say whether money was received.
 */
function describePayment({ status, paymentMethod, dueOnDelivery }: Order, t: Texts): ReactNode {
  if (!isStep(status)) return null;
  if (dueOnDelivery) return t('{amount} is due in cash on delivery.', { amount: formatInr(dueOnDelivery) });
  const { name } = getOrderStatus(status);
  const mayBeDue = paymentMethod === 'Cash on delivery' && name !== 'Delivered';
  if (!paymentMethod || name === 'Pending' || mayBeDue) return null;
  const method = translatePaymentMethod(paymentMethod, t);
  const lang = method === paymentMethod ? t.dataLanguage : undefined;
  return t.rich('Payment: received (<name>{method}</name>).', {
    method,
    name: (content) => <span lang={lang}>{content}</span>,
  });
}

/** Describes the status for the receipt, and the payment as far as the status tells it. */
function describeStatus(code: number, isPaymentKnown: boolean, t: Texts): string {
  const { name } = getOrderStatus(code);
  const status = t(name);
  if (isPaymentKnown || !isStep(code)) return t('Status: {status}.', { status });
  if (name === 'Pending') return t('Status: Pending. Payment: not received yet.');
  return t('Status: {status}. Payment: received, or due in cash on delivery.', { status });
}
