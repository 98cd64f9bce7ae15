import { toNumber } from './values';

/** The price of a product, in rupees. */
export interface ProductPrice {
  /** The discounted price, else the regular price, else 0. */
  price: number;
  /** The regular price. Present only when a discounted price exists. */
  originalPrice?: number;
}

/**
 * Derives the price from a product's JSON. A discounted price of 0 or a non-number counts as absent.
 *
 * @see Specification 3, "Product"; Interpretation 8.
 */
export function decodePrice({ regularPrice, discountedPrice }: Readonly<Record<string, unknown>>): ProductPrice {
  const regular = toNumber(regularPrice);
  const discounted = toNumber(discountedPrice);
  const hasDiscount = discounted !== undefined && discounted > 0;
  return {
    price: Math.max(0, hasDiscount ? discounted : (regular ?? 0)),
    ...(hasDiscount && regular !== undefined ? { originalPrice: regular } : {}),
  };
}
