import { formatInr } from '@shop/money/inr';
import type { OrderToPayItem } from '@shop/remote-contract/order-to-pay';
import { Button, Skeleton, styled, Typography } from '@shop/ui/core';
import type { PayableOrder } from './use-payable-order';

const Rows = styled('dl')(({ theme }) => ({
  maxWidth: 600,
  margin: theme.spacing(3, 0, 0),
  overflowWrap: 'anywhere',
  '& > div': {
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'baseline',
    gap: theme.spacing(2),
    paddingBlock: theme.spacing(0.75),
    fontSize: theme.typography.body2.fontSize,
  },
  '& > div:last-of-type': {
    marginTop: theme.spacing(1),
    paddingTop: theme.spacing(1.5),
    borderTop: `1px solid ${theme.vars.palette.divider}`,
    fontSize: '1.0625rem',
    fontWeight: 600,
  },
  '& dd': { margin: 0, textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
}));

/** Items and amount of the order, in rupees; or why the amount is not known. */
export function PayableOrderSummary({ order }: { order: PayableOrder }) {
  switch (order.kind) {
    case 'loading':
      return <Skeleton variant="rounded" height={72} sx={{ mt: 3, maxWidth: 600 }} aria-hidden />;
    case 'ready':
    case 'changed':
      return <Amounts items={order.items} label="Total to pay" total={order.total} />;
    case 'unknown':
      return (
        <>
          {order.shownTotal !== undefined && (
            <Amounts items={order.items} label="Total at checkout" total={order.shownTotal} />
          )}
          <Typography role="status" sx={{ mt: 2, maxWidth: '42ch' }}>
            The amount of this order could not be loaded. Check it in My Orders before you pay.
          </Typography>
          <Button onClick={order.retry} sx={{ mx: -1, px: 1 }}>
            Load the amount again
          </Button>
        </>
      );
  }
}

interface AmountsProps {
  items: readonly OrderToPayItem[];
  label: string;
  /** Rupees. */
  total: number;
}

function Amounts({ items, label, total }: AmountsProps) {
  return (
    <Rows aria-label="Amount of the order">
      {withKeys(items).map(({ key, name, quantity, price }) => (
        <div key={key}>
          <dt>
            {name || 'Item'} × {quantity.toLocaleString('en-IN')}
          </dt>
          <dd>{formatInr(price * quantity)}</dd>
        </div>
      ))}
      <div>
        <dt>{label}</dt>
        <dd>{formatInr(total)}</dd>
      </div>
    </Rows>
  );
}

/** Items carry no id here, and two items may have one name. The sequence of the items never changes. */
function withKeys(items: readonly OrderToPayItem[]): (OrderToPayItem & { key: string })[] {
  return items.map((item, index) => ({ ...item, key: `${index} ${item.name}` }));
}
