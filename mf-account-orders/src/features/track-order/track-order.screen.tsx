import type { Order } from '@shop/api-contract/decoders/order';
import { useTexts } from '@shop/language/texts';
import { Button, Skeleton, Typography } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { LazyComponent, preloadComponent } from '@shop/ui/lazy-component';
import { Page } from '@shop/ui/page';
import { PageHeading } from '@shop/ui/page-heading';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import { type ReactNode, useEffect, useRef } from 'react';
import { OrderView } from '../../order/order-view';
import * as styles from './track-order.module.css';
import { type TrackOrderState, useTrackOrder } from './use-track-order';

/** The form is a chunk of its own, with the field library. */
const loadTrackOrderForm = async () =>
  (await import(/* webpackChunkName: "track-order-form" */ './track-order-form')).TrackOrderForm;

// The form loads with the screen, also before the screen renders.
preloadComponent(loadTrackOrderForm);

/**
 * The tracking screen. It works with and without a session. Specification 2 "Track order".
 *
 * @param orderId Order number from the address; empty when there is none.
 */
export function TrackOrderScreen({ orderId }: { orderId: string }) {
  const t = useTexts();
  const tracking = useTrackOrder();
  return (
    <TrackOrderPage>
      <LazyComponent
        load={loadTrackOrderForm}
        props={{ orderId, tracking }}
        placeholder={<FormSkeleton />}
        failure={t('The form could not be loaded. Please try again.')}
      />
      <TrackOrderResult state={tracking.state} />
    </TrackOrderPage>
  );
}

/** Shown until the page knows the device. */
export function TrackOrderPlaceholder() {
  return (
    <TrackOrderPage>
      <FormSkeleton />
    </TrackOrderPage>
  );
}

/** Placeholder of the form until its code has loaded. */
function FormSkeleton() {
  const t = useTexts();
  return (
    <>
      <VisuallyHidden role="status">{t('Loading the form')}</VisuallyHidden>
      <div className={styles.fields} aria-hidden>
        <Skeleton variant="rounded" height={56} />
        <Skeleton variant="rounded" height={56} />
        <Button variant="contained" size="large" disabled>
          {t('Track Order')}
        </Button>
      </div>
    </>
  );
}

function TrackOrderPage({ children }: { children: ReactNode }) {
  const t = useTexts();
  return (
    <Page>
      <DocumentHead
        title={t('Track your order')}
        description={t('See the status of your order with its order number and your email or phone.')}
        isPrivate
      />
      <PageHeading>{t('Track your order')}</PageHeading>
      <Typography tone="secondary" className={styles.introduction}>
        {t('Enter your order number and the email or phone of your order.')}
      </Typography>
      {children}
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
  const t = useTexts();
  return (
    <section className={styles.result}>
      <VisuallyHidden role="status">{t('Looking for your order')}</VisuallyHidden>
      <div className={styles.placeholders} aria-hidden>
        <Skeleton variant="rounded" width="60%" height={44} />
        <Skeleton variant="rounded" height={72} />
        <Skeleton variant="rounded" height={148} />
      </div>
    </section>
  );
}

/** The order that was found. Its heading takes the focus, because it is below the form. Specification 2 "Track order". */
function TrackedOrder({ order }: { order: Order }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles.result}>
      <OrderView order={order} headingRef={heading} />
    </div>
  );
}
