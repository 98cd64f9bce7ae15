import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Container, Typography } from '@shop/ui/core';
import { PageHeading } from '@shop/ui/page-heading';
import type { ReactNode } from 'react';
import { PayableOrderSummary } from './order/payable-order-summary';
import type { PayableOrder } from './order/use-payable-order';
import * as styles from './payment-layout.module.css';

export interface PaymentLayoutProps {
  title: string;
  /** Order number, shown under the title. */
  orderId: string;
  order: PayableOrder;
  /** Moves the focus to the title, for a step that replaces another without a navigation. */
  takesFocus?: boolean;
  children: ReactNode;
}

/** The order on the left, the payment step on the right. One column below the `lg` breakpoint. */
export function PaymentLayout({ title, orderId, order, takesFocus, children }: PaymentLayoutProps) {
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
