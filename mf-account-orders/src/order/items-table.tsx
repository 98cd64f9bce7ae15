import type { OrderItem } from '@shop/api-contract/decoders/order';
import { styled } from '@shop/ui/core';
import { useOrderAmount } from './use-order-amount';

export interface ItemsTableProps {
  items: readonly OrderItem[];
  /** Order number, for the accessible name of the table. */
  orderId: string;
}

/** Fixed column widths: long figures wrap, and the table is never wider than a phone. */
const Table = styled('table')(({ theme }) => ({
  width: '100%',
  // Rows keep their height next to a taller column.
  alignSelf: 'start',
  tableLayout: 'fixed',
  borderCollapse: 'collapse',
  fontSize: theme.typography.body2.fontSize,
  lineHeight: theme.typography.body2.lineHeight,
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': {
    padding: theme.spacing(1.5, 0),
    verticalAlign: 'top',
    overflowWrap: 'anywhere',
    borderBottom: `1px solid ${theme.vars.palette.divider}`,
  },
  '& th': { fontWeight: 400, textAlign: 'left' },
  '& td, & thead th + th': { paddingLeft: theme.spacing(2), textAlign: 'right' },
  '& thead th': { paddingTop: 0, color: theme.vars.palette.text.secondary, fontSize: '0.8125rem' },
  '& tfoot :is(th, td)': { borderBottom: 0, fontWeight: 600, fontSize: '1.0625rem' },
  '& .quantity': { width: 76 },
  '& .price': { width: 112, [theme.breakpoints.up('sm')]: { width: 160 } },
}));

/** Sums price times quantity. Specification 2 "My orders". */
function sumItems(items: readonly OrderItem[]): number {
  return items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
}

/** Adds React keys. An order may have two items of one product, and an id may be missing, so the key counts per id. */
function withKeys(items: readonly OrderItem[]): (OrderItem & { key: string })[] {
  const counts = new Map<string, number>();
  return items.map((item) => {
    const count = (counts.get(item.id) ?? 0) + 1;
    counts.set(item.id, count);
    return { ...item, key: `${item.id} ${count}` };
  });
}

/** Items of an order with quantity and unit price, and the total. Specification 2 "My orders" and "Track order". */
export function ItemsTable({ items, orderId }: ItemsTableProps) {
  const formatAmount = useOrderAmount();
  return (
    <Table aria-label={`Items of order ${orderId}`}>
      <colgroup>
        <col />
        <col className="quantity" />
        <col className="price" />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">Item</th>
          <th scope="col">Quantity</th>
          <th scope="col">Price</th>
        </tr>
      </thead>
      <tbody>
        {withKeys(items).map(({ key, name, quantity, price }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            <td>{quantity}</td>
            <td>{formatAmount(price)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td colSpan={2}>{formatAmount(sumItems(items))}</td>
        </tr>
      </tfoot>
    </Table>
  );
}
