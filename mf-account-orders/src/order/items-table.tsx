import type { OrderItem } from '@shop/api-contract/decoders/order';
import { formatOrderAmount } from '@shop/money/format';
import { useSettings } from '@shop/settings/use-settings';
import * as styles from './items-table.module.css';

/** Sums price times quantity. Specification 2 "My orders". */
function sumItems(items: readonly OrderItem[]): number {
  return items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
}

/** An order may have two items of one product, and an id may be missing. The sequence of the items never changes. */
function withKeys(items: readonly OrderItem[]): (OrderItem & { key: string })[] {
  return items.map((item, index) => ({ ...item, key: `${index} ${item.id}` }));
}

/**
 * Items of an order with quantity and unit price, and the total: in dollars, or in rupees by the `orderAmounts` setting.
 * Specification 2 "My orders" and "Track order"; Interpretation 6.
 */
export function ItemsTable({ items, orderId }: { items: readonly OrderItem[]; orderId: string }) {
  const { orderAmounts } = useSettings();
  const formatAmount = (amount: number) => formatOrderAmount(amount, orderAmounts);
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
