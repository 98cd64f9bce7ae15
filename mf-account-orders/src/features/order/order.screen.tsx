import { useTexts } from '@shop/language/texts';
import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Button, Skeleton, Typography } from '@shop/ui/core';
import { DocumentHead } from '@shop/ui/document-head';
import { LoadFailure } from '@shop/ui/load-failure';
import { Page } from '@shop/ui/page';
import { PageHeading } from '@shop/ui/page-heading';
import { VisuallyHidden } from '@shop/ui/visually-hidden';
import { ArrowLeft, Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { ordersLoadFailed, useOrder } from '../../api/use-orders';
import { OrderActions } from '../../order/order-actions';
import { OrderView } from '../../order/order-view';
import * as styles from './order.module.css';

/** One order of the shopper, with everything that is known of it. Printed, it is a receipt. Beyond the specification. */
export function OrderScreen({ id }: { id: string }) {
  return (
    <OrderPage id={id}>
      <OrderBody id={id} />
    </OrderPage>
  );
}

/** Shown until the page knows the device. */
export function OrderPlaceholder({ id }: { id: string }) {
  return (
    <OrderPage id={id}>
      <OrderSkeleton id={id} />
    </OrderPage>
  );
}

function OrderPage({ id, children }: { id: string; children: ReactNode }) {
  const t = useTexts();
  return (
    <Page>
      <DocumentHead title={t('Order {id}', { id })} isPrivate />
      <Button
        component={Link}
        to={urls.orders()}
        startIcon={<ArrowLeft size={18} aria-hidden />}
        className={styles.back}
      >
        {t('My Orders')}
      </Button>
      {children}
    </Page>
  );
}

function OrderBody({ id }: { id: string }) {
  const t = useTexts();
  const state = useOrder(id);
  switch (state.kind) {
    case 'loading':
      return <OrderSkeleton id={id} />;
    case 'failed':
      return (
        <>
          <PageHeading>{t('Order {id}', { id })}</PageHeading>
          <LoadFailure message={t(ordersLoadFailed)} onRetry={state.retry} />
        </>
      );
    case 'missing':
      return <OrderMissing id={id} />;
    case 'ready':
      return (
        <OrderView order={state.order}>
          <OrderActions order={state.order}>
            <Button startIcon={<Printer size={18} aria-hidden />} onClick={() => window.print()}>
              {t('Print Receipt')}
            </Button>
          </OrderActions>
        </OrderView>
      );
  }
}

/** The order does not exist, or belongs to another shopper: the page does not tell which. */
function OrderMissing({ id }: { id: string }) {
  const t = useTexts();
  return (
    <>
      <PageHeading>{t('Order not found')}</PageHeading>
      <Typography tone="secondary" className={styles.missing}>
        {t('There is no order {id} in your account. With its number and an email or phone, you can track any order.', {
          id,
        })}
      </Typography>
      <div className={styles.links}>
        <Button component={Link} to={urls.orders()} variant="contained">
          {t('View My Orders')}
        </Button>
        <Button component={Link} to={urls.trackOrder(id)} variant="outlined">
          {t('Track Order')}
        </Button>
      </div>
    </>
  );
}

/** Placeholder of an order. */
function OrderSkeleton({ id }: { id: string }) {
  const t = useTexts();
  return (
    <>
      <PageHeading>{t('Order {id}', { id })}</PageHeading>
      <VisuallyHidden role="status">{t('Loading your order')}</VisuallyHidden>
      <div className={styles.placeholders} aria-hidden>
        <Skeleton variant="rounded" height={72} />
        <Skeleton variant="rounded" height={240} />
      </div>
    </>
  );
}
