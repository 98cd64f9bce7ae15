import { text, useTexts } from '@shop/language/texts';
import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Button, Container, Skeleton, Typography } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { LazyComponent } from '@shop/ui/lazy-component';
import { LoadFailure } from '@shop/ui/load-failure';
import { Page } from '@shop/ui/page';
import { PageHeading } from '@shop/ui/page-heading';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import { useEffect, useState } from 'react';
import { ClosedOrderNotice, ConfirmTotal, OrderNotFound, PayableOrderSummary } from './order/payable-order-summary';
import * as styles from './payment.module.css';
import { type PaymentOptions, type PaymentState, usePayment } from './use-payment';

/** The form is a chunk of its own, with the field library. It loads while the server sends the fields. */
const loadPaymentForm = async () =>
  (await import(/* webpackChunkName: "payment-form" */ './form/payment-form')).PaymentForm;

const loadNextStep = async () => (await import(/* webpackChunkName: "payment-form" */ './steps/next-step')).NextStep;

const loadFailed = text('Failed to load payment form. Please try again later.');

/** The payment screen: a form that the server describes, a QR code or a payment app. Specification 2 "Payment". */
export function PaymentScreen(options: PaymentOptions) {
  const t = useTexts();
  const { orderId } = options;
  const state = usePayment(options);
  const takesFocus = useTakesFocus(state.kind);
  // A failure shows where the form would be.
  useEffect(() => void loadPaymentForm().catch(() => undefined), []);
  return (
    <>
      <DocumentHead title={t('Payment')} isPrivate />
      {state.kind === 'missing' && <PaymentFailure message={t('Order ID is missing. Please return to checkout.')} />}
      {state.kind === 'failed' && (
        <PaymentFailure message={t(loadFailed)} takesFocus={takesFocus} onRetry={state.retry} />
      )}
      {state.kind === 'closed' && <ClosedOrderNotice orderId={orderId} order={state.order} />}
      {state.kind === 'not-found' && <OrderNotFound orderId={orderId} takesFocus={takesFocus} />}
      {'order' in state && state.kind !== 'closed' && (
        // The key creates a new heading for each step, which takes the focus.
        <PaymentLayout key={state.kind} orderId={orderId} state={state} takesFocus={takesFocus} />
      )}
    </>
  );
}

/**
 * True after a step has replaced another one. The heading of such a step takes the focus, because there was no navigation; a shopper
 * who types in the header keeps it.
 */
function useTakesFocus(kind: PaymentState['kind']): boolean {
  const [shown, setShown] = useState({ kind, isLater: false, takesFocus: false });
  if (shown.kind !== kind) {
    // The first load is not a step.
    const isLater = shown.isLater || shown.kind !== 'loading';
    setShown({ kind, isLater, takesFocus: isLater && !isFocusElsewhere() });
  }
  return shown.takesFocus;
}

/** True while the focus is outside of the screen. */
function isFocusElsewhere(): boolean {
  const { activeElement, body } = document;
  const main = document.querySelector('main');
  return main !== null && activeElement !== body && !main.contains(activeElement);
}

/** Shown until the page knows the device, and so the order. */
export function PaymentPlaceholder() {
  const t = useTexts();
  return (
    <>
      <DocumentHead title={t('Payment')} isPrivate />
      <PaymentLayout orderId="" state={{ kind: 'loading', order: { kind: 'loading' } }} />
    </>
  );
}

/** A state in which the order is known and may be paid. */
type PaymentStep = Exclude<Extract<PaymentState, { order: unknown }>, { kind: 'closed' }>;

const formTitle = text('Complete Your Payment');
const titles: Readonly<Record<PaymentStep['kind'], string>> = {
  loading: formTitle,
  form: formTitle,
  changed: formTitle,
  scan: text('Scan QR Code to Complete Payment'),
  app: text('Pay in Your App'),
};

interface PaymentLayoutProps {
  orderId: string;
  state: PaymentStep;
  takesFocus?: boolean;
}

/** The order on the left, the payment step on the right. One column below the `lg` breakpoint. */
function PaymentLayout({ orderId, state, takesFocus = false }: PaymentLayoutProps) {
  const t = useTexts();
  const { kind, order } = state;
  return (
    <Page>
      <div className={styles.columns}>
        <div>
          <PageHeading takesFocus={takesFocus}>{t(titles[kind])}</PageHeading>
          <Typography className={styles.orderId}>{orderId && t('Order {order}', { order: orderId })}</Typography>
          <PayableOrderSummary order={order} />
          <Typography tone="secondary" className={styles.later}>
            {t.rich('Your order is saved. You can also pay later from <link>My Orders</link>.', {
              link: (content) => (
                <Link className={styles.link} to={urls.orders()}>
                  {content}
                </Link>
              ),
            })}
          </Typography>
        </div>
        <div className={styles.action}>
          <PaymentAction state={state} />
        </div>
      </div>
    </Page>
  );
}

function PaymentAction({ state }: { state: PaymentStep }) {
  const t = useTexts();
  switch (state.kind) {
    case 'loading':
      return <FormSkeleton />;
    case 'form':
      return (
        <LazyComponent
          load={loadPaymentForm}
          props={{ state }}
          placeholder={<FormSkeleton />}
          failure={t(loadFailed)}
        />
      );
    case 'changed':
      return <ConfirmTotal order={state.order} />;
    case 'scan':
    case 'app':
      return (
        <LazyComponent load={loadNextStep} props={{ state }} placeholder={<FormSkeleton />} failure={t(loadFailed)} />
      );
  }
}

/** Placeholder of the payment form while its code, its fields or the amount of the order load. */
function FormSkeleton() {
  const t = useTexts();
  return (
    <>
      <VisuallyHidden role="status">{t('Loading payment form')}</VisuallyHidden>
      <div className={styles.placeholders} aria-hidden>
        {['first', 'second', 'third', 'fourth', 'fifth'].map((field) => (
          <Skeleton key={field} variant="rounded" height={56} />
        ))}
        <Skeleton variant="rounded" height={48} />
      </div>
    </>
  );
}

interface PaymentFailureProps {
  message: string;
  takesFocus?: boolean;
  onRetry?: () => void;
}

/** The error screen. It links to checkout. Specification 2 "Payment". */
function PaymentFailure({ message, takesFocus, onRetry }: PaymentFailureProps) {
  const t = useTexts();
  return (
    <Container maxWidth="sm" className={styles.failure}>
      <PageHeading takesFocus={takesFocus}>{t('Payment')}</PageHeading>
      <LoadFailure message={message} onRetry={onRetry}>
        <Button component={Link} to={urls.checkout()} variant={onRetry ? 'text' : 'contained'}>
          {t('Return to checkout')}
        </Button>
      </LoadFailure>
    </Container>
  );
}
