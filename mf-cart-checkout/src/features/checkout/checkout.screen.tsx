import { Skeleton } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { PageHeading } from '@shop/ui/page-heading';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import { Page } from '../../cart-view/cart-view';
import * as styles from './checkout.module.css';
import { OrderSummary } from './order-summary';
import { PriceChangeNotice } from './price-change-notice';
import { ShippingForm } from './shipping-form';
import { type CheckoutState, useCheckout } from './use-checkout';
import { WaitingOrderPanel } from './waiting-order-panel';

/** The checkout screen: shipping address and order summary. Specification 2 "Checkout". */
export function CheckoutScreen() {
  const state = useCheckout();
  return (
    <Page>
      <DocumentHead title="Checkout" isPrivate />
      <CheckoutBody state={state} />
    </Page>
  );
}

function CheckoutBody({ state }: { state: CheckoutState }) {
  switch (state.kind) {
    case 'loading':
      return <CheckoutSkeleton />;
    case 'waiting':
      return (
        <>
          <PageHeading>Checkout</PageHeading>
          <WaitingOrderPanel order={state} />
        </>
      );
    case 'ready':
      return (
        <>
          <PageHeading>Checkout</PageHeading>
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
  return (
    <>
      <VisuallyHidden role="status">Loading checkout</VisuallyHidden>
      <div aria-hidden>
        <Skeleton variant="rounded" width={240} height={52} />
        <div className={styles.columns}>
          <div className={styles.fields}>
            {[0, 1, 2, 3].map((field) => (
              <Skeleton key={field} variant="rounded" height={56} />
            ))}
          </div>
          <Skeleton variant="rounded" height={300} />
        </div>
      </div>
    </>
  );
}
