import type { Order } from '@shop/api-contract/decoders/order';
import { Skeleton, Typography } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { PageHeading } from '@shop/ui/page-heading';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import { Check } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { formatLongDate } from '../../format-long-date';
import { Delivery } from '../../order/delivery';
import { ItemsTable } from '../../order/items-table';
import { OrderTitle } from '../../order/order-title';
import { isStep, StatusBadge, statusFlow } from '../../order/status-badge';
import { Page } from '../../page/page';
import * as styles from './track-order.module.css';
import { TrackOrderForm } from './track-order-form';
import { type TrackOrderState, useTrackOrder } from './use-track-order';

/**
 * The tracking screen. It works with and without a session. Specification 2 "Track order".
 *
 * @param orderId Order number from the address; empty when there is none.
 */
export function TrackOrderScreen({ orderId }: { orderId: string }) {
  const tracking = useTrackOrder();
  return (
    <Page>
      <DocumentHead
        title="Track your order"
        description="See the status of your order with its order number and your email or phone."
        isPrivate
      />
      <PageHeading>Track your order</PageHeading>
      <Typography tone="secondary" className={styles.introduction}>
        Enter your order number and the email or phone of your order.
      </Typography>
      <TrackOrderForm orderId={orderId} tracking={tracking} />
      <TrackOrderResult state={tracking.state} />
    </Page>
  );
}

function TrackOrderResult({ state }: { state: TrackOrderState }) {
  switch (state.kind) {
    case 'idle':
      return null;
    case 'searching':
      return <TrackedOrderSkeleton />;
    case 'found':
      return <TrackedOrder order={state.order} />;
  }
}

/** Placeholder of an order while it loads. */
function TrackedOrderSkeleton() {
  return (
    <section className={styles.result}>
      <VisuallyHidden role="status">Looking for your order</VisuallyHidden>
      <div aria-hidden>
        <Skeleton variant="rounded" width="60%" height={44} />
        <Skeleton variant="rounded" height={72} className={styles.progress} />
        <div className={styles.columns}>
          <Skeleton variant="rounded" height={148} />
          <Skeleton variant="rounded" height={148} />
        </div>
      </div>
    </section>
  );
}

const headingId = 'tracked-order';

/** The order that was found. Its heading takes the focus, because it is below the form. Specification 2 "Track order". */
function TrackedOrder({ order: { id, status, date, items, address } }: { order: Order }) {
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

/** The steps of an order up to delivery, with the current step marked. Specification 4 "Order status flow". */
function OrderProgress({ status }: { status: number }) {
  return (
    <ol className={styles.steps} aria-label="Order progress">
      {statusFlow.map((step, index) => {
        const isDone = index < status;
        return (
          <li
            className={styles.step}
            key={step.name}
            data-reached={index <= status}
            aria-current={index === status ? 'step' : undefined}
          >
            <span className={styles.circle}>
              {isDone ? <Check size={20} aria-hidden /> : <step.Icon size={20} aria-hidden />}
            </span>
            <Typography variant="body2" component="span" className={styles.name}>
              {step.name}
              {isDone && <VisuallyHidden>, done</VisuallyHidden>}
            </Typography>
          </li>
        );
      })}
    </ol>
  );
}
