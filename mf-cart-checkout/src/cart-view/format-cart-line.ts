import type { CartLine } from '@shop/cart/cart-line';

/** What the shopper chose of a line: `['Size M', 'Colour Copper']`, empty when there was nothing to choose. */
export function formatLineOptions({ selectedSize, selectedColor }: CartLine): string[] {
  return [selectedSize && `Size ${selectedSize}`, selectedColor && `Colour ${selectedColor}`].filter(
    (option): option is string => Boolean(option),
  );
}

/** A line in words that tell it from every other: `Copper Saucepan, Size M, Colour Copper`. */
export function formatCartLine(line: CartLine): string {
  return [line.name, ...formatLineOptions(line)].join(', ');
}

/** `1 item`, `12 items`. */
export function formatItemCount(pieces: number): string {
  return `${pieces.toLocaleString('en-IN')} ${pieces === 1 ? 'item' : 'items'}`;
}
