/** A line of the cart. Product id, colour and size together identify it. Specification 3, "Cart line". */
export interface CartLine {
  /** Product id. */
  id: string;
  name: string;
  image: string;
  /** Rupees per piece at the time when the line was added. */
  price: number;
  /** Pieces, 1 or more. There is no maximum. */
  quantity: number;
  selectedSize?: string;
  selectedColor?: string;
}

/** The fields that identify a line. */
export type CartLineIdentity = Pick<CartLine, 'id' | 'selectedSize' | 'selectedColor'>;

/** Gives the key of a line. Two lines have the same key when id, colour and size are the same. */
export function cartLineKey({ id, selectedColor, selectedSize }: CartLineIdentity): string {
  return JSON.stringify([id, selectedColor ?? '', selectedSize ?? '']);
}

/** True when two lines have the same id, colour and size. */
export function isSameLine(a: CartLineIdentity, b: CartLineIdentity): boolean {
  return cartLineKey(a) === cartLineKey(b);
}

/** Counts the pieces of all lines. */
export function countPieces(lines: readonly CartLine[]): number {
  return lines.reduce((sum, line) => sum + line.quantity, 0);
}

/** Sums the prices of all lines, in rupees. */
export function sumLines(lines: readonly CartLine[]): number {
  return lines.reduce((sum, line) => sum + line.price * line.quantity, 0);
}

/**
 * Gives the quantities that the server's order call takes, by product id. It sums lines that differ only in size or colour,
 * because the call carries neither. Interpretation 20.
 */
export function quantitiesByProduct(lines: readonly CartLine[]): Record<string, number> {
  const quantities = new Map<string, number>();
  for (const line of lines) quantities.set(line.id, (quantities.get(line.id) ?? 0) + line.quantity);
  return Object.fromEntries(quantities);
}
