import type { CartLine } from '@shop/cart/cart-line';

/** Current data of the products in a cart. */
export interface CurrentProducts {
  /** Rupees a piece by product id. A product without a readable price, and a product whose call failed, is left out. */
  prices: Record<string, number>;
  /** Ids of products for which the server answers 404. A failed call says nothing about a product. */
  unavailableIds: string[];
}

/** Differences between the cart as a page showed it and the current product data. */
export interface PriceChanges {
  /** Rupees a piece that the page showed before, by product id. Holds changed products only. */
  pricesBefore: ReadonlyMap<string, number>;
  /** Ids of products that the server no longer has. It rejects an order that contains one of them. */
  unavailableIds: ReadonlySet<string>;
}

export const noPriceChanges: PriceChanges = { pricesBefore: new Map(), unavailableIds: new Set() };

/** Finds the lines whose shown price differs from the current price. A product without a current price is unchanged. */
export function findChangedLines(lines: readonly CartLine[], { prices }: Pick<CurrentProducts, 'prices'>): CartLine[] {
  return lines.filter(({ id, price }) => Object.hasOwn(prices, id) && prices[id] !== price);
}
