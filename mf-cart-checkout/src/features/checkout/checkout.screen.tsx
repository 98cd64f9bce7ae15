import { useTexts } from '@shop/language/texts';
import { Skeleton, Typography } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { LazyComponent, preloadComponent } from '@shop/ui/lazy-component';
import { Page } from '@shop/ui/page';
import { PageHeading } from '@shop/ui/page-heading';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import * as styles from './checkout.module.css';
import { OrderSummary, OrderSummarySkeleton } from './order-summary';
import { PriceChangeNotice } from './price-change-notice';
import { type CheckoutState, useCheckout } from './use-checkout';
import { WaitingOrderPanel } from './waiting-order-panel';

/** The form is a chunk of its own, with the field library. The order summary does not wait for it. */
const loadShippingForm = async () =>
  (await import(/* webpackChunkName: "shipping-form" */ './shipping-form')).ShippingForm;

// The form loads with the screen, also before the screen renders.
preloadComponent(loadShippingForm);

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
              <LazyComponent
                load={loadShippingForm}
                props={{ state }}
                placeholder={
                  <>
                    <LoadingStatus />
                    <FormSkeleton />
                  </>
                }
                failure={t('The form could not be loaded. Please try again.')}
              />
            </div>
          </div>
        </>
      );
  }
}

/** Placeholder of checkout until the cart was read. */
function CheckoutSkeleton() {
  const t = useTexts();
  return (
    <>
      <PageHeading>{t('Checkout')}</PageHeading>
      <LoadingStatus />
      <div className={styles.columns} aria-hidden>
        <div className={styles.summary}>
          <OrderSummarySkeleton />
        </div>
        <div className={styles.form}>
          <FormSkeleton />
        </div>
      </div>
    </>
  );
}

function LoadingStatus() {
  const t = useTexts();
  return <VisuallyHidden role="status">{t('Loading checkout')}</VisuallyHidden>;
}

/** Placeholder of the form until its code has loaded. */
function FormSkeleton() {
  const t = useTexts();
  return (
    <div className={styles.fields} aria-hidden>
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
  );
}
