import type { StoreInfo } from '@shop/api-contract/decoders/store-info';

/** Category tiles on home and on `/products`, and links in the header. Specification 9. */
export const maxCategoryTiles = 3;

/** The kitchen trio of home and header when the store names no categories. Interpretation 36. */
export const kitchenCategories = ['Cookware', 'Kitchen Storage and Containers', 'Kitchen Tools'];

/** The tiles of `/products` when the store names no categories. Specification 3 "Store info and categories". */
export const generalCategories = ['men', 'women', 'accessories'];

/** What the category service answers when the store names none, or cannot be asked. Specification 8 and 9. */
export const serviceCategories = ['Accessories'];

/**
 * The store's own categories, or a screen's defaults when it has none.
 *
 * @param info Store information, when it has arrived.
 */
export function categoriesOr(defaults: readonly string[], info: StoreInfo | undefined): readonly string[] {
  return info && info.categories.length > 0 ? info.categories : defaults;
}
