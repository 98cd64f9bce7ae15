import type { Product } from '@shop/api-contract/decoders/product';
import { offersChoice } from '@shop/api-contract/offers-choice';
import type { ChosenOptions } from './item-choice';

/**
 * True when a product can be ordered in this size and colour: it is sold in them, and a product with sizes needs one.
 * Specification 5.
 *
 * @example isChoiceOrderable(product, { size: line.selectedSize, color: line.selectedColor })
 */
export const isChoiceOrderable = (
  product: Pick<Product, 'sizes' | 'colors' | 'soldChoices'>,
  { size, color }: ChosenOptions,
): boolean =>
  (product.sizes.length === 0 || Boolean(size)) &&
  offersChoice(product, { size: size || undefined, color: color || undefined });
