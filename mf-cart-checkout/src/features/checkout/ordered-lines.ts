import type { OrderItem } from '@shop/api-contract/decoders/order';
import type { ChosenLineJson } from '@shop/api-contract/schemas/order';
import { type CartLine, cartLineKey } from '@shop/cart/cart-line';

/** Converts a line of the cart to what `POST /orders` takes. */
export const toChosenLine = ({ id, quantity, selectedSize: size, selectedColor: color }: CartLine): ChosenLineJson => ({
  id,
  quantity,
  ...(size && { size }),
  ...(color && { color }),
});

/**
 * True when an order has the pieces of these lines and no others. Size and colour count where the order names any: an API of the
 * specification stores none.
 */
export function isOrderOf(lines: readonly CartLine[], items: readonly OrderItem[]): boolean {
  const hasChoices = items.some(({ size, color }) => size || color);
  const listPieces = (pieces: readonly ChosenLineJson[]) => {
    const counts = new Map<string, number>();
    for (const { id, quantity, size, color } of pieces) {
      const key = cartLineKey(hasChoices ? { id, selectedSize: size, selectedColor: color } : { id });
      counts.set(key, (counts.get(key) ?? 0) + quantity);
    }
    return JSON.stringify([...counts].sort());
  };
  return listPieces(lines.map(toChosenLine)) === listPieces(items);
}
