import { useTexts } from '@shop/language/texts';
import { Skeleton, Typography } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { Page } from '@shop/ui/page';
import { PageHeading } from '@shop/ui/page-heading';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import * as styles from './checkout.module.css';
import { OrderSummary, OrderSummarySkeleton } from './order-summary';
import { PriceChangeNotice } from './price-change-notice';
import { ShippingForm } from './shipping-form';
import { type CheckoutState, useCheckout } from './use-checkout';
import { WaitingOrderPanel } from './waiting-order-panel';

/** The checkout screen: shipping address and order summary. Specification 2 "Checkout". */
export function CheckoutScreen() {
  const t = useTexts();
  const state = useCheckout();
  return (
    <Page>
      <DocumentHead title={t('Checkout')} isPrivate />
      <CheckoutBody state={state} />
    </Page>
  );
}

/** Shown until the page knows the device. */
export function CheckoutPlaceholder() {
  const t = useTexts();
  return (
    <Page>
      <DocumentHead title={t('Checkout')} isPrivate />
      <CheckoutSkeleton />
    </Page>
  );
}

function CheckoutBody({ state }: { state: CheckoutState }) {
  const t = useTexts();
  switch (state.kind) {
    case 'loading':
      return <CheckoutSkeleton />;
    case 'waiting':
      return (
        <>
          <PageHeading>{t('Checkout')}</PageHeading>
          <WaitingOrderPanel order={state} />
        </>
      );
    case 'ready':
      return (
        <>
          <PageHeading>{t('Checkout')}</PageHeading>
          <PriceChangeNotice state={state} />
          <div className={styles.columns}>
            <div className={styles.summary}>
              <OrderSummary state={state} />
            </div>
            <div className={styles.form}>
              <ShippingForm state={state} />
            </div>
          </div>
        </>
      );
  }
}

/** Placeholder of checkout until cart and draft were read. */
function CheckoutSkeleton() {
  const t = useTexts();
  return (
    <>
      <PageHeading>{t('Checkout')}</PageHeading>
      <VisuallyHidden role="status">{t('Loading checkout')}</VisuallyHidden>
      <div className={styles.columns} aria-hidden>
        <div className={styles.summary}>
          <OrderSummarySkeleton />
        </div>
        <div className={`${styles.form} ${styles.fields}`}>
          <Typography variant="h3" component="h2">
            {t('Shipping information')}
          </Typography>
          <Skeleton variant="rounded" height={56} />
          <Skeleton variant="rounded" height={79} />
          {[0, 1].map((pair) => (
            <div key={pair} className={styles.fieldPair}>
              <Skeleton variant="rounded" height={56} />
              <Skeleton variant="rounded" height={56} />
            </div>
          ))}
        </div>
      </div>
    </>
  );
}
