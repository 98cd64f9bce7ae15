import { urls } from '@shop/remote-contract/urls';
import { categoriesOr, maxCategoryTiles } from '@shop/store-info/categories';
import { useStoreInfo } from '@shop/store-info/use-store-info';
import type { PictureProps } from '@shop/ui/picture';
import { categoryImage } from '../pictures/shop-images';
import { capitalizeFirst } from './category-name';

/** A category as a tile shows it. Specification 3 "Store info and categories". */
export interface CategoryDisplay {
  name: string;
  image: PictureProps['picture'];
  path: string;
}

export type CategoryTilesState = { kind: 'loading' } | { kind: 'ready'; categories: CategoryDisplay[] };

/**
 * The first three categories of the store; its defaults when it names none or cannot be asked. Nothing is shown before
 * that is known, so that no tile changes under the shopper's finger.
 *
 * @param defaults Names of the screen's own defaults. Interpretation 36.
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
    image: categoryImage(name),
    path: urls.productList({ category: name.toLowerCase() }),
  };
}
