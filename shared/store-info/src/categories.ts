import type { StoreInfo } from '@shop/api-contract/decoders/store-info';
import { text } from '@shop/language/texts';

/** Maximum number of category tiles on home and `/products`, and of category links in the header. Specification 9. */
export const maxCategoryTiles = 3;

/** Categories of home and header when the shop names none. Interpretation 36. */
export const kitchenCategories: string[] = [
  text('Cookware'),
  text('Kitchen Storage and Containers'),
  text('Kitchen Tools'),
];

/**
 * Categories of the shop's own catalogue, marked for their translations. Pages show the name of a category with `t(name)`. A name
 * that is not here stays as the store API sends it.
 */
export const translatedCategories: readonly string[] = [
  ...kitchenCategories,
  // The footer's short name. Specification 2.
  text('Kitchen Storage'),
  text('Specialty Cookware'),
  text('Cooking Utensils'),
  text('Kitchen Appliances'),
  text('Men'),
  text('Women'),
  text('Accessories'),
];

/** Categories of `/products` when the shop names none. Specification 3 "Store info and categories". */
export const generalCategories: string[] = [text('men'), text('women'), text('accessories')];

/** Categories of the category service when the shop names none, or when store information does not load. Specification 8 and 9. */
export const serviceCategories = ['Accessories'];

/**
 * Gives the shop's categories, or the defaults of a screen when the shop has none.
 *
 * @param info Store information; undefined until it has loaded.
 * @example categoriesOr(kitchenCategories, info)
 */
export function categoriesOr(defaults: readonly string[], info: StoreInfo | undefined): readonly string[] {
  return info && info.categories.length > 0 ? info.categories : defaults;
}
