import { hasAnnouncedFeature } from '@shop/api-client/announced-features';
import { type AppDispatch, type AppState, useAppSelector } from '@shop/api-client/app-state';
import type { Product } from '@shop/api-contract/decoders/product';
import type { ProductSearch } from '@shop/api-contract/decoders/product-search';
import { useState } from 'react';
import { catalogApi, type ProductListPage } from '../../api/catalog.endpoints';
import { pageSize } from '../../api/page-size';
import { failedSearch, type ProductSearchQuery, searchApi } from '../../api/search.endpoints';
import { needsSearch, noFilters, type ProductListAddress } from './product-list-address';

export type ProductListState =
  | { kind: 'loading' }
  | { kind: 'failed' }
  | { kind: 'empty' }
  /** The page number of the URL is above the last page. */
  | { kind: 'past-last-page'; lastPage: number }
  | ({ kind: 'ready' } & ShownProducts);

interface ShownProducts {
  products: readonly Product[];
  /** The page number of these products. */
  page: number;
  /** Number of products over all pages. */
  total: number;
  /** True while another page loads and these products still show. */
  isUpdating: boolean;
}

/** Returns the search for the products of an address and for the values to filter them by, or for these values alone. */
export function toSearchQuery(address: ProductListAddress, limit: number): ProductSearchQuery {
  const { q, category, parentCategory, page, sort, minPrice, maxPrice, colours, sizes } = address;
  const filters = { q, category, parentCategory, minPrice, maxPrice, colour: colours, size: sizes };
  return { ...filters, limit, ...(limit > 0 && { sort, page }) };
}

/**
 * Returns the search for the values of a whole category, whatever the list is filtered by. Its sub-categories do not depend on the
 * selected one. Without filters it is the search that the list needs anyway.
 */
const toCategorySearch = (address: ProductListAddress) => toSearchQuery({ ...address, ...noFilters }, 0);

/** The values to filter by and the possible orders. They are optional: a list works without them. */
export type FilterState = { kind: 'loading' | 'failed' } | { kind: 'ready'; search: ProductSearch };

/** The products of an address, and what can filter them. */
export interface ProductList {
  state: ProductListState;
  filters: FilterState;
  /** Loads the products again. */
  retry: () => void;
}

/**
 * Loads one page of a list or of a search. While another page, sub-category or filter loads, the previous products stay. The
 * specified call gives the products of a list without order and filters; the search of the shop gives all others.
 *
 * @param isSkipped True when the address shows no products. Default: false.
 * @see Specification 2 and 4 "Products page"
 */
export function useProductList(address: ProductListAddress, isSkipped = false): ProductList {
  const { category, parentCategory, page } = address;
  const isSearch = needsSearch(address);
  const list = catalogApi.useCatalogProductsQuery({ category, parentCategory, page }, { skip: isSkipped || isSearch });
  const search = searchApi.useCatalogSearchQuery(toSearchQuery(address, isSearch ? pageSize : 0), { skip: isSkipped });
  const { currentData, isFetching, refetch } = isSearch ? search : list;
  const [previous, setPrevious] = useState<ProductListPage>();
  if (currentData && currentData !== previous) setPrevious(currentData);
  return {
    state: getListState(page, currentData, isFetching, previous),
    filters: getFilterState(search.data, search.isError),
    retry: () => void refetch(),
  };
}

function getListState(
  page: number,
  current: ProductListPage | undefined,
  isFetching: boolean,
  previous: ProductListPage | undefined,
): ProductListState {
  if (current) {
    const lastPage = getLastPageBefore(page, current.total);
    if (lastPage !== undefined) return { kind: 'past-last-page', lastPage };
    if (current.products.length === 0) return { kind: 'empty' };
    return { kind: 'ready', ...current, isUpdating: false };
  }
  if (!isFetching) return { kind: 'failed' };
  return previous && previous.products.length > 0
    ? { kind: 'ready', ...previous, isUpdating: true }
    : { kind: 'loading' };
}

function getFilterState(search: ProductSearch | undefined, isError: boolean): FilterState {
  if (search) return { kind: 'ready', search };
  return { kind: isError ? 'failed' : 'loading' };
}

/**
 * Loads the first view of `useProductList` and, for a list, of `useSubCategories`. All calls start at once.
 *
 * The values to filter by never delay or break a list that is complete without them: a browser does not wait for them, and a
 * server that cannot load them leaves them to the browser.
 */
export async function loadProductList(
  address: ProductListAddress,
  dispatch: AppDispatch,
): Promise<ProductListPage | undefined> {
  const { catalogProducts, catalogSearch, catalogSubCategories } = searchApi.endpoints;
  const once = { subscribe: false };
  const isList = address.q === undefined;
  const { category, parentCategory, page } = address;
  const isSpecified = isList && dispatch((_, getState) => needsSpecifiedCall(getState(), address));
  const values = isList ? dispatch(catalogSearch.initiate(toCategorySearch(address), once)) : undefined;
  const subCategories = isSpecified ? dispatch(catalogSubCategories.initiate(category, once)) : undefined;
  const { data } = needsSearch(address)
    ? await dispatch(catalogSearch.initiate(toSearchQuery(address, pageSize), once))
    : await dispatch(catalogProducts.initiate({ category, parentCategory, page }, once));
  await subCategories;
  if (typeof window === 'undefined' && (await values)?.isError) {
    dispatch(searchApi.util.invalidateTags([failedSearch]));
  }
  return data;
}

/**
 * Whether the sub-categories need the specified call besides the search. An API that has announced a search needs none. The response
 * to a search is in the cache of a page whose server knew this, or that has sent the call.
 */
const needsSpecifiedCall = (state: AppState, address: ProductListAddress) =>
  !hasAnnouncedFeature(state.settings.apiBase, 'accept-search') &&
  !searchApi.endpoints.catalogSearch.select(toCategorySearch(address))(state).isSuccess;

/**
 * Loads the sub-categories of the category of a list, sorted by name.
 *
 * The search knows all of them, at most 200. The specified call knows those of a hundred products: it is sent to an API that has not
 * announced a search, and when the search fails. Until they have loaded, or when they fail to load, the result holds only the
 * selected sub-category, so that the list works without them.
 */
export function useSubCategories(address: ProductListAddress): readonly string[] {
  const { category, parentCategory: selected } = address;
  // Another sub-category is another search with the same sub-categories: the previous ones stay while it loads.
  const { data: search, isError } = searchApi.useCatalogSearchQuery(toCategorySearch(address));
  const { select } = searchApi.endpoints.catalogSubCategories;
  const isRequested = useAppSelector((state) => !select(category)(state).isUninitialized);
  const [isNeeded] = useState(useAppSelector((state) => needsSpecifiedCall(state, address)));
  const skip = !isNeeded && !isRequested && !isError;
  const { currentData: specified = [] } = searchApi.useCatalogSubCategoriesQuery(category, { skip });
  const found = search?.facets.parentCategories.map(({ value }) => value) ?? [];
  // Without composed letters, `é` sorts behind `e`.
  const names = new Map([...specified, ...found].map((name) => [name.toLowerCase().normalize('NFD'), name]));
  // A comparison in a language would load its rules, which costs a phone 30 ms.
  const sorted = [...names].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, name]) => name);
  return selected === '' || sorted.includes(selected) ? sorted : [selected, ...sorted];
}

/** Returns the last page when the page is above it, else undefined. A list without products has no last page. */
export function getLastPageBefore(page: number, total: number): number | undefined {
  const lastPage = Math.ceil(total / pageSize);
  return lastPage >= 1 && page > lastPage ? lastPage : undefined;
}
