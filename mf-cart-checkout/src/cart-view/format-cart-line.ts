import type { CartLine } from '@shop/cart/cart-line';

/** Formats size and colour of a line: `['Size M', 'Colour Copper']`. Empty for a product without options. */
export function formatLineOptions({ selectedSize, selectedColor }: CartLine): string[] {
  return [selectedSize && `Size ${selectedSize}`, selectedColor && `Colour ${selectedColor}`].filter(
    (option): option is string => Boolean(option),
  );
}

/** Formats a line as an unambiguous name: `Copper Saucepan, Size M, Colour Copper`. */
export function formatCartLine(line: CartLine): string {
  return [line.name, ...formatLineOptions(line)].join(', ');
}

/** Formats a number of pieces: `1 item`, `12 items`. */
export function formatItemCount(pieces: number): string {
  return `${pieces.toLocaleString('en-IN')} ${pieces === 1 ? 'item' : 'items'}`;
}
