import { useTexts } from '@shop/language/texts';
import { formatInr } from '@shop/money/format';
import { VisuallyHidden } from '../screen/visually-hidden';
import * as styles from './price.module.css';

export interface PriceProps {
  /** Rupees. */
  price: number;
  /** Rupees. Shown struck through when it is higher than the price. */
  originalPrice?: number;
}

/**
 * True when the product is on sale. Specification 2 "Product card".
 *
 * @example isOnSale({ price: 3990, originalPrice: 4850 }) // true
 */
export function isOnSale({ price, originalPrice }: PriceProps): boolean {
  return originalPrice !== undefined && price < originalPrice;
}

/**
 * A price in rupees, with the higher original price of a sale.
 *
 * @example <Price price={3990} originalPrice={4850} />
 */
export function Price({ price, originalPrice }: PriceProps) {
  const t = useTexts();
  return (
    <span className={styles.row}>
      <span className={styles.now}>{formatInr(price)}</span>
      {originalPrice !== undefined && isOnSale({ price, originalPrice }) && (
        <s key={originalPrice} className={styles.was}>
          {t.rich('<hidden>Original price </hidden><price>{amount}</price>', {
            hidden: (content) => <VisuallyHidden>{content}</VisuallyHidden>,
            price: (content) => <span>{content}</span>,
            amount: formatInr(originalPrice),
          })}
        </s>
      )}
    </span>
  );
}
