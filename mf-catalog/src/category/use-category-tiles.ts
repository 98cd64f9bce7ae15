import { urls } from '@shop/remote-contract/urls';
import { categoriesOr, maxCategoryTiles } from '@shop/store-info/categories';
import { useStoreInfo } from '@shop/store-info/use-store-info';
import type { PictureProps } from '@shop/ui/picture';
import { getCategoryImage } from '../pictures/shop-images';
import { capitalizeFirst } from './category-name';

/** The content of a tile. Specification 3 "Store info and categories". */
export interface CategoryDisplay {
  name: string;
  image: PictureProps['picture'];
  path: string;
}

export type CategoryTilesState = { kind: 'loading' } | { kind: 'ready'; categories: CategoryDisplay[] };

/**
 * Returns the first three categories of store information, or the defaults when store information has none or fails to
 * load. The state is `loading` until then, so that no tile changes while a shopper taps it.
 *
 * @param defaults Names of the default categories of the screen. Interpretation 36.
 */
export function useCategoryTiles(defaults: readonly string[]): CategoryTilesState {
  const { kind, info } = useStoreInfo();
  if (kind === 'loading') return { kind };
  const names = [...new Set(categoriesOr(defaults, info))].slice(0, maxCategoryTiles);
  return { kind: 'ready', categories: names.map(toDisplay) };
}

function toDisplay(name: string): CategoryDisplay {
  return {
    name: capitalizeFirst(name),
    image: getCategoryImage(name),
    path: urls.productList({ category: name.toLowerCase() }),
  };
}
