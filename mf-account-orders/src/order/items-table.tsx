import type { OrderItem } from '@shop/api-contract/decoders/order';
import { formatOrderAmount } from '@shop/money/format';
import { useSettings } from '@shop/settings/use-settings';
import * as styles from './items-table.module.css';

interface ItemsTableProps {
  items: readonly OrderItem[];
  /** Order number, for the accessible name of the table. */
  orderId: string;
}

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
    <table className={styles.items} aria-label={`Items of order ${orderId}`}>
      <colgroup>
        <col />
        <col className={styles.quantity} />
        <col className={styles.price} />
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
    </table>
  );
}

/** Returns the formatter of amounts in order views: dollars, or rupees by the `orderAmounts` setting. Interpretation 6. */
function useOrderAmount(): (amount: number) => string {
  const { orderAmounts } = useSettings();
  return (amount) => formatOrderAmount(amount, orderAmounts);
}
