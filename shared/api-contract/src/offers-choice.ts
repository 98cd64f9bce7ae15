import type { Product } from './decoders/product';

/**
 * Tells whether a product is sold in a size and a colour. A part that is undefined matches every choice. Without sold choices
 * each size comes in each colour.
 */
export function offersChoice(
  { sizes, colors, soldChoices }: Pick<Product, 'sizes' | 'colors' | 'soldChoices'>,
  { size, color }: { size?: string | undefined; color?: string | undefined },
): boolean {
  if (size !== undefined && !sizes.includes(size)) return false;
  if (color !== undefined && !colors.includes(color)) return false;
  if (!soldChoices?.length) return true;
  return soldChoices.some(
    (sold) => (size === undefined || sold.size === size) && (color === undefined || sold.color === color),
  );
}
