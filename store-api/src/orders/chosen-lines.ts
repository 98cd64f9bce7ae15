import { decodeProducts } from '@shop/api-contract/decoders/product';
import { offersChoice } from '@shop/api-contract/offers-choice';
import type { ChosenLineJson, NewOrderJson } from '@shop/api-contract/schemas/order';
import { text } from '@shop/language/format-message';
import type { OrderLineTable } from '../database/schema';
import { HttpError } from '../errors/http-error';
import type { StoredProduct } from '../products/products.repository';
import { listSoldChoices } from '../products/sold-choices';
import type { Texts } from '../texts/texts';

/**
 * Lists the lines of a new order. A caller that sends no `lines` orders products without a choice.
 *
 * @param t Texts in the language of the request.
 * @throws {HttpError} 422 when the lines of a product are not as many pieces as `products` says.
 */
export function listChosenLines({ products, lines }: NewOrderJson, t: Texts): ChosenLineJson[] {
  if (!lines) return Object.entries(products).map(([id, quantity]) => ({ id, quantity }));
  const pieces = new Map(Object.keys(products).map((id) => [id, 0]));
  for (const { id, quantity } of lines) pieces.set(id, (pieces.get(id) ?? 0) + quantity);
  for (const [id, sum] of pieces) {
    const asked = (Object.hasOwn(products, id) && products[id]) || 0;
    if (sum === asked) continue;
    throw new HttpError(
      422,
      t('products asks for {asked} of {id}, and lines for {sum}: send the same number in both.', { asked, id, sum }),
    );
  }
  return lines;
}

/** They do not begin with the product: the shop hides a message that seems to begin with the name of a field, such as `boAt`. */
const sizeMessages = {
  notOffered: text('The size {choice} is not available for {product}: choose {offered}.'),
  noneOffered: text('The size {choice} is not available for {product}, which has no sizes.'),
};

const colorMessages = {
  notOffered: text('The colour {choice} is not available for {product}: choose {offered}.'),
  noneOffered: text('The colour {choice} is not available for {product}, which has no colours.'),
};

const pairNotSold = text('The choice {choice} is not available for {product}: choose {offered}.');

const formatPair = ({ size, color }: Pick<ChosenLineJson, 'size' | 'color'>) =>
  [size, color].filter(Boolean).join(' / ');

/**
 * Checks that each product comes in the size and the colour of its line, and in both together, as screens read them.
 *
 * @param t Texts in the language of the request.
 * @throws {HttpError} 422 that names the product, the choice, and what is offered.
 */
export function assertChoicesOffered(
  lines: readonly ChosenLineJson[],
  products: readonly Pick<StoredProduct, 'id' | 'title' | 'attributes' | 'choices'>[],
  t: Texts,
): void {
  const decoded = decodeProducts(products.map((product) => ({ ...product, soldChoices: listSoldChoices(product) })));
  const byId = new Map(decoded.map((product) => [product.id, product]));
  for (const { id, size, color } of lines) {
    const product = byId.get(id);
    if (!product || offersChoice(product, { size, color })) continue;
    for (const [choice, offered, messages] of [
      [size, product.sizes, sizeMessages],
      [color, product.colors, colorMessages],
    ] as const) {
      if (choice === undefined || offered.includes(choice)) continue;
      const values = { product: product.name, choice, offered: offered.slice(0, 10).join(', ') };
      throw new HttpError(422, t(offered.length > 0 ? messages.notOffered : messages.noneOffered, values));
    }
    const near = (product.soldChoices ?? []).filter((sold) => sold.size === size || sold.color === color);
    const offered = near.slice(0, 10).map(formatPair).join(', ');
    throw new HttpError(422, t(pairNotSold, { product: product.name, choice: formatPair({ size, color }), offered }));
  }
}

/** Formats the choice of a stored line: `['Size M', 'Colour Copper']`. Empty without a choice. */
export const formatLineChoice = ({ size, color }: Pick<OrderLineTable, 'size' | 'color'>, t: Texts): string[] => [
  ...(size ? [t('Size {size}', { size })] : []),
  ...(color ? [t('Colour {colour}', { colour: color })] : []),
];
