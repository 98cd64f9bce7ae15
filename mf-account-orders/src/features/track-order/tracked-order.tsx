import type { Order } from '@shop/api-contract/decoders/order';
import { Box, Stack, styled, Typography } from '@shop/ui/core';
import { useEffect, useRef } from 'react';
import { formatLongDate } from '../../format-long-date';
import { Delivery } from '../../order/delivery';
import { ItemsTable } from '../../order/items-table';
import { isStep } from '../../order/order-status';
import { OrderTitle } from '../../order/order-title';
import { StatusBadge } from '../../order/status-badge';
import { OrderProgress } from './order-progress';

export interface TrackedOrderProps {
  order: Order;
}

const headingId = 'tracked-order';

export const Result = styled('section')(({ theme }) => ({
  marginTop: theme.spacing(6),
  paddingTop: theme.spacing(4),
  borderTop: `1px solid ${theme.vars.palette.divider}`,
}));

export const ResultColumns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.spacing(4),
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'minmax(0, 1fr) 240px', gap: theme.spacing(8) },
}));

/** The order that was found. Its heading takes the focus, because it is below the form. Specification 2 "Track order". */
export function TrackedOrder({ order: { id, status, date, items, address } }: TrackedOrderProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Result aria-labelledby={headingId}>
      <Stack
        direction="row"
        useFlexGap
        sx={{ flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}
      >
        <div>
          <OrderTitle id={id} headingId={headingId} variant="h2" headingRef={heading} />
          <Typography sx={{ color: 'text.secondary' }}>{formatLongDate(date) || 'Date not available'}</Typography>
        </div>
        {/* The status shows once: as a step, or as a badge when it is not a step. */}
        {!isStep(status) && <StatusBadge code={status} />}
      </Stack>
      <Box sx={{ my: { xs: 4, md: 6 } }}>{isStep(status) && <OrderProgress status={status} />}</Box>
      <ResultColumns>
        <ItemsTable items={items} orderId={id} />
        <Delivery address={address} />
      </ResultColumns>
    </Result>
  );
}
