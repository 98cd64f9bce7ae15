import { formatInr } from '@shop/money/inr';
import { styled } from '@shop/ui/core';
import { VisuallyHidden } from '../screen/visually-hidden';

export interface PriceProps {
  /** Rupees. */
  price: number;
  /** Rupees. Shown struck through when it is higher than the price. */
  originalPrice?: number;
}

const Row = styled('span')({
  display: 'inline-flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  gap: '0.1em 0.5em',
  minWidth: 0,
  overflowWrap: 'anywhere',
});
const Now = styled('span')({ fontWeight: 600, fontVariantNumeric: 'tabular-nums' });
const Was = styled('s')(({ theme }) => ({ color: theme.vars.palette.text.secondary, fontSize: '0.875em' }));

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
  return (
    <Row>
      <Now>{formatInr(price)}</Now>
      {originalPrice !== undefined && isOnSale({ price, originalPrice }) && (
        <Was>
          <VisuallyHidden>Original price </VisuallyHidden>
          <span>{formatInr(originalPrice)}</span>
        </Was>
      )}
    </Row>
  );
}
