import { isDeepStrictEqual } from 'node:util';
import type { ProductJson } from '@shop/api-contract/schemas/product';
import type { StoredProduct } from './products.repository';

type SoldChoice = NonNullable<ProductJson['soldChoices']>[number];

/**
 * Lists the pairs of size and colour that an import sells as a product. The stored choices are texts such as `L / Silver / Cotton`: an
 * option may be neither a size nor a colour, and a variant may lack one of the two.
 *
 * @returns Undefined when each size comes in each colour, and when the choices lack a size or a colour: an earlier release has changed
 *   the attributes then.
 */
export function listSoldChoices({
  attributes,
  choices,
}: Pick<StoredProduct, 'attributes' | 'choices'>): SoldChoice[] | undefined {
  const listValues = (name: string) => attributes.find(({ key }) => key === name)?.value ?? [];
  const [sizes, colors] = [listValues('size'), listValues('color')];
  const [sizePosition, colorPosition] = [findPosition(choices, sizes), findPosition(choices, colors)];
  const sold = choices.flatMap((choice): SoldChoice[] => {
    const inSizes = sizes.filter((size) => isNamed(choice, size, sizePosition)).map((size) => ({ size }));
    const inColors = colors.filter((color) => isNamed(choice, color, colorPosition)).map((color) => ({ color }));
    if (inSizes.length === 0) return inColors;
    if (inColors.length === 0) return inSizes;
    return inSizes.flatMap((size) => inColors.map((color) => ({ ...size, ...color })));
  });
  const unique = new Map(sold.map((choice) => [JSON.stringify(choice), choice]));
  const isEachSold = sizes.every((size) => colors.every((color) => unique.has(JSON.stringify({ size, color }))));
  const all = [...unique.values()];
  const isComplete =
    sizes.every((size) => all.some((one) => one.size === size)) &&
    colors.every((color) => all.some((one) => one.color === color));
  return isEachSold || !isComplete ? undefined : all;
}

const separator = ' / ';

/** Finds the position of an option in the choices. @returns Undefined when none or several fit. */
function findPosition(choices: readonly string[], values: readonly string[]): number | undefined {
  const parts = choices.map((choice) => choice.split(separator));
  const [first = []] = parts;
  // A value may contain the separator.
  if (parts.some(({ length }) => length !== first.length)) return undefined;
  const fits = (index: number) => isDeepStrictEqual([...new Set(parts.map((one) => one[index]))], values);
  const fitting = [...first.keys()].filter(fits);
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** Whether a choice names a value: at the position of its option where that is known. */
const isNamed = (choice: string, value: string, position: number | undefined): boolean =>
  position === undefined
    ? `${separator}${choice}${separator}`.includes(`${separator}${value}${separator}`)
    : choice.split(separator)[position] === value;
