import type { OrderItem } from '@shop/api-contract/decoders/order';
import { ItemChoice } from '@shop/cart/item-choice';
import { type Texts, useTexts } from '@shop/language/texts';
import { formatOrderAmount } from '@shop/money/format';
import { urls } from '@shop/remote-contract/urls';
import { Link } from '@shop/router/router';
import { useSettings } from '@shop/settings/use-settings';
import { TextLink } from '@shop/ui/core';
import { ProductPicture } from '@shop/ui/product-picture';
import * as styles from './items-table.module.css';

/** Counts the pieces of an order: `1 item`, `3 items`. */
export function formatItemCount(items: readonly OrderItem[], t: Texts): string {
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0);
  return t('{count, plural, one {# item} other {# items}}', { count });
}

/** Formats the total of an order, as `ItemsTable` shows it. */
export function useOrderTotal(items: readonly OrderItem[]): string {
  const { orderAmounts } = useSettings();
  return formatOrderAmount(sumItems(items), orderAmounts);
}

/** Sums price times quantity. Specification 2 "My orders". */
function sumItems(items: readonly OrderItem[]): number {
  return items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
}

/** An order may have two items of one product, and an id may be missing. The sequence of the items never changes. */
export function withKeys(items: readonly OrderItem[]): (OrderItem & { key: string })[] {
  return items.map((item, index) => ({ ...item, key: `${index} ${item.id}` }));
}

/**
 * Items of an order with pictures, quantity and unit price, and the amounts: in dollars, or in rupees by the `orderAmounts` setting.
 * Specification 2 "My orders" and "Track order"; Interpretation 6.
 */
export function ItemsTable({ items, orderId }: { items: readonly OrderItem[]; orderId: string }) {
  const t = useTexts();
  const { orderAmounts } = useSettings();
  const total = useOrderTotal(items);
  const formatAmount = (amount: number) => formatOrderAmount(amount, orderAmounts);
  return (
    <table className={styles.items} aria-label={t('Items of order {id}', { id: orderId })}>
      <colgroup>
        <col />
        <col className={styles.quantity} />
        <col className={styles.price} />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">{t('Item')}</th>
          <th scope="col">{t('Quantity')}</th>
          <th scope="col">{t('Price')}</th>
        </tr>
      </thead>
      <tbody>
        {withKeys(items).map(({ key, id, name, quantity, price, ...choice }) => (
          <tr key={key}>
            <th scope="row" lang={name ? t.dataLanguage : undefined}>
              <span className={styles.item}>
                <ProductPicture id={id} sizes="56px" />
                <span>
                  {id ? (
                    <TextLink component={Link} to={urls.product(id)} color="inherit">
                      {name || t('Item')}
                    </TextLink>
                  ) : (
                    name || t('Item')
                  )}
                  <ItemChoice choice={choice} className={styles.choice} />
                </span>
              </span>
            </th>
            <td>{quantity}</td>
            <td>{formatAmount(price)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{formatItemCount(items, t)}</th>
          <td colSpan={2}>{total}</td>
        </tr>
        <tr>
          <th scope="row">{t('Shipping')}</th>
          <td colSpan={2}>{t('Free')}</td>
        </tr>
        <tr>
          <th scope="row">{t('Total')}</th>
          <td colSpan={2}>{total}</td>
        </tr>
      </tfoot>
    </table>
  );
}
