import type { Product } from '@shop/api-contract/decoders/product';
import type { CartLine } from '@shop/cart/cart-line';
import type { NewNotice } from '@shop/notifications/notifications-slice';

/** The options of a product that the shopper selected. */
export interface ProductChoice {
  size?: string;
  color?: string;
  /** Number of pieces, from 1. */
  quantity: number;
}

/** The toast for a product with sizes of which none is selected. Specification 5 "Product". */
export const sizeMissing = {
  tone: 'destructive',
  title: 'Please select a size',
  description: 'You must select a size before adding to cart',
} as const satisfies NewNotice;

/** Converts a product and a choice to a cart line. */
export function toCartLine(product: Product, { size, color, quantity }: ProductChoice): CartLine {
  const { id, name, image, price } = product;
  return {
    id,
    name,
    image,
    price,
    quantity,
    ...(size !== undefined && { selectedSize: size }),
    ...(color !== undefined && { selectedColor: color }),
  };
}

/** Returns the single option, or undefined for none or several options. */
export function getOnlyOption(options: readonly string[]): string | undefined {
  return options.length === 1 ? options[0] : undefined;
}
