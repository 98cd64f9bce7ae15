import { maxPiecesPerProduct, maxProductsPerOrder } from '@shop/api-contract/submission-limits';
import { type CartLine, quantitiesByProduct } from '@shop/cart/cart-line';
import { type Texts, useTexts } from '@shop/language/texts';
import { formatNumber } from '@shop/money/format';
import { Typography } from '@shop/ui/core';
import * as styles from './cart-view.module.css';

/** Lines in an order, as the schema of `POST /orders` allows. A product has a line for each chosen size and colour. */
export const maxLinesPerOrder = 500;

/** Says which limit of an order the lines exceed. Undefined when they fit. A cart itself has no maximum. */
export function findExceededLimit(lines: readonly CartLine[], t: Texts): string | undefined {
  const quantities = quantitiesByProduct(lines);
  const tooMany = lines.find(({ id }) => (quantities[id] ?? 0) > maxPiecesPerProduct);
  if (tooMany) {
    const values = { max: formatNumber(maxPiecesPerProduct), product: tooMany.name };
    return t('One order takes up to {max} pieces of {product}. Please reduce the quantity.', values);
  }
  if (Object.keys(quantities).length > maxProductsPerOrder) {
    const max = formatNumber(maxProductsPerOrder);
    return t('One order takes up to {max} different products. Please remove some.', { max });
  }
  if (lines.length <= maxLinesPerOrder) return undefined;
  const max = formatNumber(maxLinesPerOrder);
  return t('One order takes up to {max} choices of size and colour. Please remove some.', { max });
}

/** The exceeded limit. Nothing when the lines fit into an order. */
export function OrderLimitNote({ lines }: { lines: readonly CartLine[] }) {
  const t = useTexts();
  return (
    <div role="status">
      <Typography variant="body2" className={styles.limit}>
        {findExceededLimit(lines, t)}
      </Typography>
    </div>
  );
}
