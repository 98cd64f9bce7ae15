import { type CartLine, sumLines } from '@shop/cart/cart-line';
import type { PriceChanges } from '../../current-prices/price-changes';

/** A product that changed since the page showed it. */
export interface ChangedProduct {
  id: string;
  name: string;
  /** Rupees a piece before the change. Undefined for an unavailable product. */
  priceBefore: number | undefined;
  /** Rupees a piece. */
  price: number;
}

/** Lists each changed or unavailable product of the cart once, in the cart's sequence. */
export function listPriceChanges(
  lines: readonly CartLine[],
  { pricesBefore, unavailableIds }: PriceChanges,
): ChangedProduct[] {
  const products = new Map<string, ChangedProduct>();
  for (const { id, name, price } of lines) {
    const before = pricesBefore.get(id);
    if (unavailableIds.has(id)) products.set(id, { id, name, priceBefore: undefined, price });
    else if (before !== undefined && before !== price) products.set(id, { id, name, priceBefore: before, price });
  }
  return [...products.values()];
}

/** Rupees over all lines at the prices before the change. */
export function sumAtPricesBefore(lines: readonly CartLine[], { pricesBefore }: PriceChanges): number {
  return sumLines(lines.map((line) => ({ ...line, price: pricesBefore.get(line.id) ?? line.price })));
}
