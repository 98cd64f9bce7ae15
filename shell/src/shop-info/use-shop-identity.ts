import { urls } from '@shop/remote-contract/urls';
import { categoriesOr, kitchenCategories, maxCategoryTiles } from '@shop/store-info/categories';
import { useStoreInfo } from '@shop/store-info/use-store-info';

export interface CategoryLink {
  name: string;
  to: string;
}

/** What the store calls itself; the company's name stands in. Empty until either is known. */
export function useShopName(): string {
  const { info } = useStoreInfo();
  return info?.storeName || info?.companyName || '';
}

/** The header's categories: the store's first three, or the kitchen trio. Specification 2 "Header". */
export function useHeaderCategories(): CategoryLink[] {
  const { info } = useStoreInfo();
  return categoriesOr(kitchenCategories, info)
    .slice(0, maxCategoryTiles)
    .map((name) => ({ name, to: urls.productList({ category: name.toLowerCase() }) }));
}
