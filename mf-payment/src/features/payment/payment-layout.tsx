import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Container, styled, Typography } from '@shop/ui/core';
import { PageHeading } from '@shop/ui/page-heading';
import type { ReactNode } from 'react';
import { PayableOrderSummary } from './order/payable-order-summary';
import type { PayableOrder } from './order/use-payable-order';

export interface PaymentLayoutProps {
  title: string;
  /** Order number, shown under the title. */
  orderId: string;
  order: PayableOrder;
  /** Moves the focus to the title, for a step that replaces another without a navigation. */
  takesFocus?: boolean;
  children: ReactNode;
}

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.spacing(5),
  // Labels and descriptions come from the server and have any length.
  overflowWrap: 'anywhere',
  [theme.breakpoints.up('lg')]: {
    gridTemplateColumns: 'minmax(0, 5fr) minmax(0, 6fr)',
    gap: theme.spacing(10),
  },
}));

const Action = styled('div')(({ theme }) => ({
  minWidth: 0,
  [theme.breakpoints.down('lg')]: { maxWidth: 600 },
  [theme.breakpoints.up('lg')]: {
    paddingInlineStart: theme.spacing(10),
    borderInlineStart: `1px solid ${theme.vars.palette.divider}`,
  },
}));

const TextLink = styled(Link)(({ theme }) => ({
  color: theme.vars.palette.primary.main,
  fontWeight: 600,
  whiteSpace: 'nowrap',
}));

/** The order on the left, the payment step on the right. One column below the `lg` breakpoint. */
export function PaymentLayout({ title, orderId, order, takesFocus, children }: PaymentLayoutProps) {
  return (
    <Container maxWidth="lg" sx={{ py: { xs: 5, md: 9 } }}>
      <Columns>
        <div>
          <PageHeading takesFocus={takesFocus}>{title}</PageHeading>
          <Typography sx={{ mt: 2, fontWeight: 600, overflowWrap: 'anywhere' }}>Order {orderId}</Typography>
          <PayableOrderSummary order={order} />
          <Typography sx={{ mt: 2, maxWidth: '42ch', color: 'text.secondary' }}>
            Your order is saved. You can also pay later from <TextLink to={urls.orders()}>My Orders</TextLink>.
          </Typography>
        </div>
        <Action>{children}</Action>
      </Columns>
    </Container>
  );
}
