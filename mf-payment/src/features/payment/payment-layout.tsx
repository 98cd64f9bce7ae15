import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { Container, styled, Typography } from '@shop/ui/core';
import { PageHeading } from '@shop/ui/page-heading';
import type { ReactNode } from 'react';

export interface PaymentLayoutProps {
  title: string;
  /** Named under the title. */
  orderId: string;
  /** The title takes the focus: this screen has taken the place of another. */
  takesFocus?: boolean;
  children: ReactNode;
}

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.spacing(5),
  // Labels and hints are the server's, of any length.
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

const TextLink = styled(Link)(({ theme }) => ({ color: theme.vars.palette.primary.main, fontWeight: 600 }));

/** What is being paid on one side, what there is to do on the other; one above the other on small screens. */
export function PaymentLayout({ title, orderId, takesFocus, children }: PaymentLayoutProps) {
  return (
    <Container maxWidth="lg" sx={{ py: { xs: 5, md: 9 } }}>
      <Columns>
        <div>
          <PageHeading takesFocus={takesFocus}>{title}</PageHeading>
          <Typography sx={{ mt: 2, fontWeight: 600, overflowWrap: 'anywhere' }}>Order {orderId}</Typography>
          <Typography sx={{ mt: 1, maxWidth: '42ch', color: 'text.secondary' }}>
            The order is kept for you. Should you wish to pay later, it waits under{' '}
            <TextLink to={urls.orders()}>My Orders</TextLink>.
          </Typography>
        </div>
        <Action>{children}</Action>
      </Columns>
    </Container>
  );
}
