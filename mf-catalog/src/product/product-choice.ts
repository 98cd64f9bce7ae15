import type { Product } from '@shop/api-contract/decoders/product';
import type { CartLine } from '@shop/cart/cart-line';
import type { NewNotice } from '@shop/notifications/notifications-slice';

/** What a shopper has chosen of a product. */
export interface ProductChoice {
  size?: string;
  color?: string;
  /** Pieces, 1 or more. */
  quantity: number;
}

/** Shown when a product has sizes and none was chosen. Specification 5 "Product". */
export const sizeMissing = {
  tone: 'destructive',
  title: 'Please select a size',
  description: 'You must select a size before adding to cart',
} as const satisfies NewNotice;

/** The cart line of a choice. */
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

/** The only option there is; nothing when there are several or none. */
export function onlyOption(options: readonly string[]): string | undefined {
  return options.length === 1 ? options[0] : undefined;
}
