import { ItemChoice } from '@shop/cart/item-choice';
import { useTexts } from '@shop/language/texts';
import { formatInr, formatNumber } from '@shop/money/format';
import type { OrderToPayItem } from '@shop/remote-contract/order-to-pay';
import { Skeleton } from '@shop/ui/core';
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
      {items.map(({ name, quantity, price, ...choice }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items carry no id, two may have one name, and their sequence never changes
        <div key={index}>
          <dt lang={name ? t.dataLanguage : undefined}>
            {name || t('Item')} × {formatNumber(quantity)}
            <ItemChoice choice={choice} className={styles.choice} />
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

/** Placeholder of the amounts of an order with one item. */
export function OrderAmountsSkeleton() {
  return (
    <dl className={styles.rows} aria-hidden>
      <div>
        <dt>
          <Skeleton width={160} />
        </dt>
        <dd>
          <Skeleton width={56} />
        </dd>
      </div>
      <div>
        <dt>
          <Skeleton width={96} />
        </dt>
        <dd>
          <Skeleton width={64} />
        </dd>
      </div>
    </dl>
  );
}
