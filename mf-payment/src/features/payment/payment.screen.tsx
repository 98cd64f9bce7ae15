import type { OrderToPay } from '@shop/remote-contract/order-to-pay';
import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { useStoreInfo } from '@shop/store-info/use-store-info';
import { Button, Container } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { LoadFailure } from '@shop/ui/load-failure';
import { PageHeading } from '@shop/ui/page-heading';
import { ConfirmTotal } from './order/confirm-total';
import * as styles from './payment.module.css';
import { PaymentLayout } from './payment-layout';
import { PaymentSkeleton } from './payment-skeleton';
import { PayInApp } from './steps/pay-in-app';
import { PaymentForm } from './steps/payment-form';
import { ScanToPay } from './steps/scan-to-pay';
import { usePayment } from './use-payment';

export interface PaymentScreenProps {
  /** Empty when the address names no order. */
  orderId: string;
  /** The order as checkout handed it over. Null when the shopper came another way. */
  handedOver: OrderToPay | null;
}

/** The payment screen: a form that the server describes, a QR code or a payment app. Specification 2 "Payment". */
export function PaymentScreen({ orderId, handedOver }: PaymentScreenProps) {
  const { info } = useStoreInfo();
  return (
    <>
      <DocumentHead title="Payment" storeName={info?.storeName} description={info?.description} isPrivate />
      <PaymentContent orderId={orderId} handedOver={handedOver} />
    </>
  );
}

function PaymentContent({ orderId, handedOver }: PaymentScreenProps) {
  const state = usePayment(orderId, handedOver);
  switch (state.kind) {
    case 'loading':
      return <PaymentSkeleton orderId={orderId} order={state.order} />;
    case 'missing':
      return <PaymentFailure message="Order ID is missing. Please return to checkout." />;
    case 'failed':
      return <PaymentFailure message="Failed to load payment form. Please try again later." onRetry={state.retry} />;
    case 'form':
      return (
        <PaymentLayout
          key="form"
          title="Complete Your Payment"
          orderId={orderId}
          order={state.order}
          takesFocus={state.order.kind === 'ready' && state.order.isConfirmed}
        >
          <PaymentForm
            fields={state.fields}
            draft={state.draft}
            attempt={state.attempt}
            onPay={state.pay}
            onStartOver={state.startOver}
          />
        </PaymentLayout>
      );
    case 'changed':
      return (
        <PaymentLayout key="changed" title="Complete Your Payment" orderId={orderId} order={state.order}>
          <ConfirmTotal shownTotal={state.order.shownTotal} total={state.order.total} onConfirm={state.order.confirm} />
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
