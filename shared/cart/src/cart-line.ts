/** What can be in the cart. Lines are told apart by id, colour and size together. Specification 3, "Cart line". */
export interface CartLine {
  /** Product id. */
  id: string;
  name: string;
  image: string;
  /** Rupees a piece, as it was when the line was added. */
  price: number;
  /** Pieces, 1 or more, without a maximum. */
  quantity: number;
  selectedSize?: string;
  selectedColor?: string;
}

/** What tells one line from another. */
export type CartLineIdentity = Pick<CartLine, 'id' | 'selectedSize' | 'selectedColor'>;

/** Key of a line, for lists and look-ups; equal exactly when id, colour and size are. */
export function cartLineKey({ id, selectedColor, selectedSize }: CartLineIdentity): string {
  return JSON.stringify([id, selectedColor ?? '', selectedSize ?? '']);
}

export function isSameLine(one: CartLineIdentity, other: CartLineIdentity): boolean {
  return cartLineKey(one) === cartLineKey(other);
}

/** Pieces over all lines. */
export function countPieces(lines: readonly CartLine[]): number {
  return lines.reduce((sum, line) => sum + line.quantity, 0);
}

/** Rupees over all lines. */
export function sumLines(lines: readonly CartLine[]): number {
  return lines.reduce((sum, line) => sum + line.price * line.quantity, 0);
}

/**
 * The order the server takes: product id to quantity. Lines that differ only in size or colour are summed, since neither
 * reaches the server. Interpretation 20.
 */
export function quantitiesByProduct(lines: readonly CartLine[]): Record<string, number> {
  const quantities = new Map<string, number>();
  for (const line of lines) quantities.set(line.id, (quantities.get(line.id) ?? 0) + line.quantity);
  return Object.fromEntries(quantities);
}
