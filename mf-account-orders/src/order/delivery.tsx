import { styled } from '@shop/ui/core';

export interface DeliveryProps {
  /** Address in one line; empty when the order has none. */
  address: string;
}

/** The server names neither method nor tracking number: both are fixed. Specification 2 "Track order". */
const method = 'Standard Shipping';
const none = 'Not available';

const List = styled('dl')(({ theme }) => ({
  display: 'grid',
  alignContent: 'start',
  gap: theme.spacing(2),
  margin: 0,
  fontSize: theme.typography.body2.fontSize,
  '& dt': { color: theme.vars.palette.text.secondary, fontSize: '0.8125rem' },
  '& dd': { margin: 0, overflowWrap: 'anywhere' },
}));

/** Where an order goes and how. */
export function Delivery({ address }: DeliveryProps) {
  return (
    <List>
      <div>
        <dt>Shipping address</dt>
        <dd>{address || none}</dd>
      </div>
      <div>
        <dt>Shipping method</dt>
        <dd>{method}</dd>
      </div>
      <div>
        <dt>Tracking number</dt>
        <dd>{none}</dd>
      </div>
    </List>
  );
}
