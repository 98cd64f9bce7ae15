import type { RemoteScreen } from '@shop/remote-contract/remote-module';
import { useSearchParams } from '@shop/router/router';
import { catalogApi } from '../../api/catalog.endpoints';
import { ExploreCategoriesScreen } from './explore-categories/explore-categories.screen';
import { railQuery } from './explore-categories/use-product-rail';
import { ProductListScreen } from './product-list.screen';
import { parseProductListAddress } from './product-list-address';
import { useFocusOnCategoryChange } from './use-focus-on-category-change';

function ProductListRoute() {
  const [search] = useSearchParams();
  const address = parseProductListAddress(search);
  useFocusOnCategoryChange(address.category);
  if (!address.category) return <ExploreCategoriesScreen isFeatured={search.get('featured') === 'true'} />;
  // The key replaces the screen when the category changes, so that no products of the previous category stay.
  return <ProductListScreen key={address.category} address={address} />;
}

export const screen: RemoteScreen = {
  Screen: ProductListRoute,
  prefetch: ({ search, dispatch }) => {
    const { category, parentCategory, page } = parseProductListAddress(search);
    const { catalogProducts, catalogSubCategories } = catalogApi.endpoints;
    const once = { subscribe: false };
    if (!category) {
      dispatch(catalogProducts.initiate(railQuery, once) as never);
      return;
    }
    dispatch(catalogProducts.initiate({ category, parentCategory, page }, once) as never);
    dispatch(catalogSubCategories.initiate(category, once) as never);
  },
};
