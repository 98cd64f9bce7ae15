import type { RemoteScreen } from '@shop/remote-contract/remote-module';
import { useSearchParams } from '@shop/router/router';
import { loadStoreInfo } from '@shop/store-info/use-store-info';
import { catalogApi, popularQuery } from '../../api/catalog.endpoints';
import { findCategory } from '../../category/category-name';
import { ExploreCategoriesScreen } from './explore-categories/explore-categories.screen';
import { ProductListScreen } from './product-list.screen';
import { getProductListUrl, needsSearch, parseProductListAddress } from './product-list-address';
import { getLastPageBefore, loadProductList } from './use-product-list';
import { useFocusOnCategoryChange } from './use-scroll-on-page-change';

function ProductListRoute() {
  const [search] = useSearchParams();
  const address = parseProductListAddress(search);
  useFocusOnCategoryChange(address.category);
  if (!address.category) return <ExploreCategoriesScreen isFeatured={search.get('featured') === 'true'} />;
  // The key replaces the screen when the category changes, so that no products of the previous category stay.
  return <ProductListScreen key={address.category} address={address} />;
}

const load: NonNullable<RemoteScreen['load']> = async ({ search, dispatch }) => {
  const address = parseProductListAddress(search);
  const { category, parentCategory, page } = address;
  if (!category) {
    await dispatch(catalogApi.endpoints.catalogProducts.initiate(popularQuery, { subscribe: false }));
    return;
  }
  const data = await loadProductList(address, dispatch);
  if (!data) return;
  const lastPage = getLastPageBefore(page, data.total);
  if (lastPage !== undefined) return { redirect: getProductListUrl({ ...address, page: lastPage }) };
  if (data.products.length > 0 || needsSearch(address)) return;
  // The sitemap lists the categories of the shop, also one that has no products at the moment.
  const categories = (await loadStoreInfo(dispatch))?.categories ?? [];
  const isOfShop = categories.includes(findCategory(category, categories));
  if (parentCategory || !isOfShop) return { status: 404 };
};

export const screen: RemoteScreen = {
  Screen: ProductListRoute,
  load,
};
