import type { AppState } from '@shop/api-client/app-state';
import { storeApi } from '@shop/api-client/store-api';
import { loadDecoder } from '@shop/api-contract/decoders/load-decoder';
import type { Product, ProductPage } from '@shop/api-contract/decoders/product';
import { pageSize } from './page-size';

/** Parameters of one page of the product list. The request leaves out blank values. */
export interface ProductListQuery {
  category?: string;
  parentCategory?: string;
  /** The first page is 1. */
  page: number;
}

/** The first page of all products. The store API lists featured products first. */
export const popularQuery: ProductListQuery = { page: 1 };

/** One page of the product list with its page number. */
export interface ProductListPage extends ProductPage {
  page: number;
}

/** Products of a request. Specification 9. */
const featuredCount = 4;

/**
 * Requests for men and women carry a `gender`. Requests for accessories carry a `filter`, whose value is literal: the word
 * null in it is part of the text. Specification 7.
 */
const genders = new Map([
  ['men', 'Men'],
  ['women', 'Women'],
]);
const filters = new Map([['accessories', 'Accessories,Personal Care,Home,null,Unisex']]);

/** Gives a request without blank values. */
export const createRequest = (url: string, params: object) => ({
  url,
  params: Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined && value !== '')),
});

export const createProductsRequest = (params: object) => createRequest('/products', params);

/** Removes duplicate products: some servers list a product twice. */
export function removeDuplicates(products: readonly Product[]): Product[] {
  return [...new Map(products.map((product) => [product.id, product])).values()];
}

/** The decoder of a page of products, and how the endpoint uses it. */
export const productPage = loadDecoder(async () => {
  const { productPageDecoder } = await import(/* webpackChunkName: "decoders" */ '@shop/api-contract/decoders/product');
  return productPageDecoder;
});

/** The endpoints of the catalogue. Specification 7, GET /products. */
export const catalogApi = storeApi.injectEndpoints({
  endpoints: (build) => ({
    /** The first products of a category, for the home page. */
    catalogFeatured: build.query<Product[], string>({
      query: (category) => createProductsRequest({ page: 1, limit: featuredCount, category }),
      ...productPage,
      transformResponse: ({ products }: ProductPage) => removeDuplicates(products),
    }),
    catalogProducts: build.query<ProductListPage, ProductListQuery>({
      query: ({ category = '', parentCategory, page }) =>
        createProductsRequest({
          page,
          limit: pageSize,
          category,
          gender: genders.get(category.toLowerCase()),
          filter: filters.get(category.toLowerCase()),
          parentCategory,
        }),
      ...productPage,
      transformResponse: ({ products, total }: ProductPage, _meta, { page }) => ({
        products: removeDuplicates(products),
        total,
        page,
      }),
    }),
  }),
});

/** Finds a product in the lists of the cache. A list holds complete products, whose prices can be some minutes old. */
export function findListedProduct(state: AppState, id: string): Product | undefined {
  const { catalogFeatured, catalogProducts } = catalogApi.endpoints;
  const lists = [
    ...catalogApi.util
      .selectCachedArgsForQuery(state, 'catalogProducts')
      .map((query) => catalogProducts.select(query)(state).data?.products),
    ...catalogApi.util
      .selectCachedArgsForQuery(state, 'catalogFeatured')
      .map((category) => catalogFeatured.select(category)(state).data),
  ];
  return lists.flatMap((products = []) => products).find((product) => product.id === id);
}
