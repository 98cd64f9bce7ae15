import { formatInr } from '@shop/money/inr';
import { styled } from '@shop/ui/core';
import { VisuallyHidden } from '../screen/visually-hidden';

export interface PriceProps {
  /** Rupees. */
  price: number;
  /** Rupees; shown struck through when it is above the price. */
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

/** True when the shop should say 'Sale'. Specification 2 "Product card". */
export function isOnSale({ price, originalPrice }: PriceProps): boolean {
  return originalPrice !== undefined && price < originalPrice;
}

/** A price, with the price it was when that was higher. */
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
