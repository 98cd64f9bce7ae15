import type { OrderToPay } from '@shop/remote-contract/order-to-pay';
import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Button, Container, Skeleton, Typography } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { LazyComponent } from '@shop/ui/lazy-component';
import { LoadFailure } from '@shop/ui/load-failure';
import { PageHeading } from '@shop/ui/page-heading';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import { type ReactNode, useEffect } from 'react';
import { ConfirmTotal, PayableOrderSummary } from './order/payable-order-summary';
import type { PayableOrder } from './order/use-payable-order';
import * as styles from './payment.module.css';
import { PayInApp } from './steps/pay-in-app';
import { ScanToPay } from './steps/scan-to-pay';
import { usePayment } from './use-payment';

/** The form is a chunk of its own, with the field library. It loads while the server sends the fields. */
const loadPaymentForm = async () =>
  (await import(/* webpackChunkName: "payment-form" */ './form/payment-form')).PaymentForm;

const loadFailed = 'Failed to load payment form. Please try again later.';

interface PaymentScreenProps {
  /** Empty when the address names no order. */
  orderId: string;
  /** The order as checkout handed it over. Null when the shopper came another way. */
  handedOver: OrderToPay | null;
}

/** The payment screen: a form that the server describes, a QR code or a payment app. Specification 2 "Payment". */
export function PaymentScreen({ orderId, handedOver }: PaymentScreenProps) {
  // A failure shows where the form would be.
  useEffect(() => void loadPaymentForm().catch(() => undefined), []);
  return (
    <>
      <DocumentHead title="Payment" isPrivate />
      <PaymentContent orderId={orderId} handedOver={handedOver} />
    </>
  );
}

function PaymentContent({ orderId, handedOver }: PaymentScreenProps) {
  const state = usePayment(orderId, handedOver);
  switch (state.kind) {
    case 'missing':
      return <PaymentFailure message="Order ID is missing. Please return to checkout." />;
    case 'failed':
      return <PaymentFailure message={loadFailed} onRetry={state.retry} />;
    case 'loading':
      return (
        <PaymentLayout title="Complete Your Payment" orderId={orderId} order={state.order}>
          <FormSkeleton />
        </PaymentLayout>
      );
    case 'form': {
      const { order, fields, draft, attempt, pay, startOver } = state;
      const isConfirmed = order.kind === 'ready' && order.isConfirmed;
      return (
        <PaymentLayout
          key="form"
          title="Complete Your Payment"
          orderId={orderId}
          order={order}
          takesFocus={isConfirmed}
        >
          <LazyComponent
            load={loadPaymentForm}
            props={{ fields, draft, attempt, onPay: pay, onStartOver: startOver }}
            placeholder={<FormSkeleton />}
            failure={loadFailed}
          />
        </PaymentLayout>
      );
    }
    case 'changed':
      return (
        <PaymentLayout key="changed" title="Complete Your Payment" orderId={orderId} order={state.order}>
          <ConfirmTotal order={state.order} />
        </PaymentLayout>
      );
    case 'scan':
      return (
        <PaymentLayout
          key="scan"
          title="Scan QR Code to Complete Payment"
          orderId={orderId}
          order={state.order}
          takesFocus
        >
          <ScanToPay code={state.code} onStartOver={state.startOver} />
        </PaymentLayout>
      );
    case 'app':
      return (
        <PaymentLayout key="app" title="Pay in Your App" orderId={orderId} order={state.order} takesFocus>
          <PayInApp url={state.url} onStartOver={state.startOver} />
        </PaymentLayout>
      );
  }
}

/** Placeholder of the payment form while its code, its fields or the amount of the order load. */
function FormSkeleton() {
  return (
    <>
      <VisuallyHidden role="status">Loading payment form</VisuallyHidden>
      <div className={styles.placeholders} aria-hidden>
        <Skeleton variant="rounded" height={56} />
        <Skeleton variant="rounded" height={56} />
        <Skeleton variant="rounded" height={56} />
        <Skeleton variant="rounded" height={48} />
      </div>
    </>
  );
}

interface PaymentFailureProps {
  message: string;
  onRetry?: () => void;
}

/** The error screen. It links to checkout. Specification 2 "Payment". */
function PaymentFailure({ message, onRetry }: PaymentFailureProps) {
  return (
    <Container maxWidth="sm" className={styles.failure}>
      <PageHeading>Payment</PageHeading>
      <LoadFailure message={message} onRetry={onRetry}>
        <Button component={Link} to={urls.checkout()} variant={onRetry ? 'text' : 'contained'}>
          Return to checkout
        </Button>
      </LoadFailure>
    </Container>
  );
}

interface PaymentLayoutProps {
  title: string;
  /** Order number, shown under the title. */
  orderId: string;
  order: PayableOrder;
  /** Moves the focus to the title, for a step that replaces another without a navigation. */
  takesFocus?: boolean;
  children: ReactNode;
}

/** The order on the left, the payment step on the right. One column below the `lg` breakpoint. */
function PaymentLayout({ title, orderId, order, takesFocus, children }: PaymentLayoutProps) {
  return (
    <Container maxWidth="lg" className={styles.page}>
      <div className={styles.columns}>
        <div>
          <PageHeading takesFocus={takesFocus}>{title}</PageHeading>
          <Typography className={styles.orderId}>Order {orderId}</Typography>
          <PayableOrderSummary order={order} />
          <Typography tone="secondary" className={styles.later}>
            Your order is saved. You can also pay later from{' '}
            <Link className={styles.link} to={urls.orders()}>
              My Orders
            </Link>
            .
          </Typography>
        </div>
        <div className={styles.action}>{children}</div>
      </div>
    </Container>
  );
}
