import { urls } from '@shop/remote-contract/urls';
import { categoriesOr, kitchenCategories, maxCategoryTiles } from '@shop/store-info/categories';
import { useStoreInfo } from '@shop/store-info/use-store-info';

export interface CategoryLink {
  name: string;
  to: string;
}

/** Gives the name of the shop, or the company's name. Empty until one of them is known. */
export function useShopName(): string {
  const { info } = useStoreInfo();
  return info?.storeName || info?.companyName || '';
}

/** Gives the categories of the header: the first three of the shop, or the kitchen defaults. Specification 2 "Header". */
export function useHeaderCategories(): CategoryLink[] {
  const { info } = useStoreInfo();
  return categoriesOr(kitchenCategories, info)
    .slice(0, maxCategoryTiles)
    .map((name) => ({ name, to: urls.productList({ category: name.toLowerCase() }) }));
}
