import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { useStoreInfo } from '@shop/store-info/use-store-info';
import { Button, Container } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { LoadFailure } from '@shop/ui/load-failure';
import { PageHeading } from '@shop/ui/page-heading';
import { PaymentLayout } from './payment-layout';
import { PaymentSkeleton } from './payment-skeleton';
import { PayInApp } from './steps/pay-in-app';
import { PaymentForm } from './steps/payment-form';
import { ScanToPay } from './steps/scan-to-pay';
import { usePayment } from './use-payment';

export interface PaymentScreenProps {
  /** Empty when the address names no order. */
  orderId: string;
}

/** Pays for an order, by a form that the server describes, a code to scan or an app. Specification 2 "Payment". */
export function PaymentScreen({ orderId }: PaymentScreenProps) {
  const { info } = useStoreInfo();
  return (
    <>
      <DocumentHead title="Payment" storeName={info?.storeName} description={info?.description} isPrivate />
      <PaymentContent orderId={orderId} />
    </>
  );
}

function PaymentContent({ orderId }: PaymentScreenProps) {
  const state = usePayment(orderId);
  switch (state.kind) {
    case 'loading':
      return <PaymentSkeleton orderId={orderId} />;
    case 'missing':
      return <PaymentFailure message="Order ID is missing. Please return to checkout." />;
    case 'failed':
      return <PaymentFailure message="Failed to load payment form. Please try again later." onRetry={state.retry} />;
    case 'form':
      return (
        <PaymentLayout title="Complete Your Payment" orderId={orderId}>
          <PaymentForm
            fields={state.fields}
            draft={state.draft}
            attempt={state.attempt}
            onPay={state.pay}
            onStartOver={state.startOver}
          />
        </PaymentLayout>
      );
    case 'scan':
      return (
        <PaymentLayout title="Scan QR Code to Complete Payment" orderId={orderId} takesFocus>
          <ScanToPay code={state.code} onStartOver={state.startOver} />
        </PaymentLayout>
      );
    case 'app':
      return (
        <PaymentLayout title="Pay in Your App" orderId={orderId} takesFocus>
          <PayInApp url={state.url} onStartOver={state.startOver} />
        </PaymentLayout>
      );
  }
}

interface PaymentFailureProps {
  message: string;
  onRetry?: () => void;
}

/** Specification 2 "Payment": the error screen offers a way back to checkout. */
function PaymentFailure({ message, onRetry }: PaymentFailureProps) {
  return (
    <Container maxWidth="sm" sx={{ pt: { xs: 5, md: 9 }, textAlign: 'center' }}>
      <PageHeading>Payment</PageHeading>
      <LoadFailure message={message} onRetry={onRetry}>
        <Button component={Link} to={urls.checkout()} variant={onRetry ? 'text' : 'contained'}>
          Return to checkout
        </Button>
      </LoadFailure>
    </Container>
  );
}
