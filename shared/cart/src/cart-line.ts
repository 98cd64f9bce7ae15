import { createTexts, type Texts, text } from '@shop/language/texts';

/** A line of the cart. Product id, colour and size together identify it. Specification 3, "Cart line". */
export interface CartLine {
  /** Product id. */
  id: string;
  name: string;
  image: string;
  /** Rupees per piece at the time when the line was added. */
  price: number;
  /** Pieces, 1 or more. There is no maximum but the highest safe integer. */
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

/** The options of a product that the shopper selected. */
export interface ProductChoice {
  size?: string;
  color?: string;
  /** Number of pieces, from 1. */
  quantity: number;
}

/** What a cart line needs of a product. */
export interface CartLineProduct extends Pick<CartLine, 'id' | 'name' | 'image' | 'price'> {
  /** URLs of the images that show a colour. */
  colorImages?: readonly { color: string; url: string }[];
}

/*
 * The page loader of the shell contains the text of `cartLineKey`, `toCartLine`, `addLine` and `countPieces`, so that a button adds
 * a product before the scripts of its page run. They use nothing from outside.
 */

/** Converts a product and a choice to a cart line. Its image is that of the chosen colour, where the product has one. */
export function toCartLine(
  { id, name, image, price, colorImages }: CartLineProduct,
  { size, color, quantity }: ProductChoice,
): CartLine {
  return {
    id,
    name,
    image: colorImages?.find((shown) => shown.color === color)?.url ?? image,
    price,
    quantity,
    ...(size !== undefined && { selectedSize: size }),
    ...(color !== undefined && { selectedColor: color }),
  };
}

/**
 * Adds the quantity to the line of the same id, size and colour, or adds a line at the end. A quantity stays a safe integer:
 * storage takes no other.
 *
 * @param lines Changed by the function.
 * @param getKey `cartLineKey`
 * @returns True when the cart had such a line.
 */
export function addLine(lines: CartLine[], added: CartLine, getKey: typeof cartLineKey): boolean {
  const line = lines.find((candidate) => getKey(candidate) === getKey(added));
  const quantity = Math.min((line?.quantity ?? 0) + added.quantity, Number.MAX_SAFE_INTEGER);
  if (line) line.quantity = quantity;
  else lines.push({ ...added, quantity });
  return line !== undefined;
}

/** Returns the texts of the toast after a product was added: a title to translate, and the name of the product. */
export function describeAddition(
  { name }: Pick<CartLine, 'name'>,
  isMerge: boolean,
): { title: string; description: string } {
  return { title: isMerge ? text('Cart updated') : text('Added to cart'), description: name };
}

/** Returns the accessible name of a link to the cart, in English unless the caller has the texts of another language. */
export function nameCart(count: number, t: Texts = createTexts({ code: 'en', catalog: {} })): string {
  return count > 0 ? t('Cart, {count, plural, one {# item} other {# items}}', { count }) : t('Cart');
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
 * Gives the quantities that the server's order call takes, by product id. It sums lines that differ only in size or colour.
 * Interpretation 20.
 */
export function quantitiesByProduct(lines: readonly CartLine[]): Record<string, number> {
  const quantities = new Map<string, number>();
  for (const line of lines) quantities.set(line.id, (quantities.get(line.id) ?? 0) + line.quantity);
  return Object.fromEntries(quantities);
}
