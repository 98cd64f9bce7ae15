import { toNumber } from './scalars';

/** What a product costs, in rupees. */
export interface ProductPrice {
  /** The discounted price, else the regular price, else 0. */
  price: number;
  /** The regular price, only when a discounted price exists. */
  originalPrice?: number;
}

/**
 * Reads the price of a product as it came. A discounted price of 0 or a non-number counts as absent. Interpretation 8.
 */
export function readPrice({ regularPrice, discountedPrice }: Readonly<Record<string, unknown>>): ProductPrice {
  const regular = toNumber(regularPrice);
  const discounted = toNumber(discountedPrice);
  const hasDiscount = discounted !== undefined && discounted > 0;
  return {
    price: Math.max(0, hasDiscount ? discounted : (regular ?? 0)),
    ...(hasDiscount && regular !== undefined ? { originalPrice: regular } : {}),
  };
}
