import { useTexts } from '@shop/language/texts';
import { formatInr } from '@shop/money/format';
import type { OrderToPayItem } from '@shop/remote-contract/order-to-pay';
import * as styles from './order-amounts.module.css';

interface OrderAmountsProps {
  items: readonly OrderToPayItem[];
  /** Label of the total. */
  label: string;
  /** Rupees. */
  total: number;
}

/** Items of an order with their amounts, and the total. */
export function OrderAmounts({ items, label, total }: OrderAmountsProps) {
  const t = useTexts();
  return (
    <dl className={styles.rows} aria-label={t('Amount of the order')}>
      {items.map(({ name, quantity, price }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items carry no id, two may have one name, and their sequence never changes
        <div key={index}>
          <dt lang={name ? t.dataLanguage : undefined}>
            {name || t('Item')} × {quantity.toLocaleString(t.locale)}
          </dt>
          <dd>{formatInr(price * quantity)}</dd>
        </div>
      ))}
      <div>
        <dt>{label}</dt>
        <dd>{formatInr(total)}</dd>
      </div>
    </dl>
  );
}
