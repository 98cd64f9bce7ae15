import { loadDecoder } from '@shop/api-contract/decoders/load-decoder';
import type { ProductPage } from '@shop/api-contract/decoders/product';
import type { ProductSearch, ProductSort } from '@shop/api-contract/decoders/product-search';
import {
  catalogApi,
  createProductsRequest,
  createRequest,
  type ProductListQuery,
  productPage,
  removeDuplicates,
} from './catalog.endpoints';

/** Parameters of a search. The request leaves out blank values. */
export interface ProductSearchQuery extends Partial<ProductListQuery> {
  q?: string | undefined;
  /** Rupees. */
  minPrice?: number | undefined;
  maxPrice?: number | undefined;
  colour?: readonly string[];
  size?: readonly string[];
  sort?: ProductSort | undefined;
  /** Products of a page. With 0 the response has the values to filter by alone. */
  limit: number;
}

/** One page of a search with its page number. */
export interface ProductSearchPage extends ProductSearch {
  page: number;
}

const subCategoryLimit = 100;

/** Tag of searches that failed. It removes them from a document: the browser then searches again. */
export const failedSearch = { type: 'Product', id: 'failed search' } as const;

const productSearch = loadDecoder(async () => {
  const { productSearchDecoder } = await import(
    /* webpackChunkName: "decoders" */ '@shop/api-contract/decoders/product-search'
  );
  return productSearchDecoder;
});

/** The endpoints of product list and search. Other screens load without them. */
export const searchApi = catalogApi.injectEndpoints({
  endpoints: (build) => ({
    /** Products that match words and filters, and the values to filter by. The shop itself answers, not the store API. */
    catalogSearch: build.query<ProductSearchPage, ProductSearchQuery>({
      query: (query) => createRequest('/-/search', query),
      ...productSearch,
      transformResponse: (search: ProductSearch, _meta, { page = 1 }) => ({
        ...search,
        products: removeDuplicates(search.products),
        page,
      }),
      providesTags: (_search, error) => (error ? [failedSearch] : []),
    }),
    /** The sub-categories of a category, collected from the `parentCategory` of its first products. */
    catalogSubCategories: build.query<string[], string>({
      query: (category) => createProductsRequest({ page: 1, limit: subCategoryLimit, category }),
      ...productPage,
      transformResponse: ({ products }: ProductPage) => {
        const names = new Set(products.map(({ parentCategory }) => parentCategory).filter(Boolean));
        return [...names].sort((a, b) => a.localeCompare(b, 'en'));
      },
    }),
  }),
});
