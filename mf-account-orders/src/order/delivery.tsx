import { styled } from '@shop/ui/core';

export interface DeliveryProps {
  /** Address in one line. Empty when the order has none. */
  address: string;
}

/** Shipping method and tracking number are fixed texts. Specification 2 "Track order". */
const method = 'Standard Shipping';
const notAvailable = 'Not available';

const List = styled('dl')(({ theme }) => ({
  display: 'grid',
  alignContent: 'start',
  gap: theme.spacing(2),
  margin: 0,
  fontSize: theme.typography.body2.fontSize,
  '& dt': { color: theme.vars.palette.text.secondary, fontSize: '0.8125rem' },
  '& dd': { margin: 0, overflowWrap: 'anywhere' },
}));

/** Shipping address, method and tracking number of an order. */
export function Delivery({ address }: DeliveryProps) {
  return (
    <List>
      <div>
        <dt>Shipping address</dt>
        <dd>{address || notAvailable}</dd>
      </div>
      <div>
        <dt>Shipping method</dt>
        <dd>{method}</dd>
      </div>
      <div>
        <dt>Tracking number</dt>
        <dd>{notAvailable}</dd>
      </div>
    </List>
  );
}
