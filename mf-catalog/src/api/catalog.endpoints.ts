import { storeApi } from '@shop/api-client/store-api';
import {
  nullableProductDecoder,
  type Product,
  type ProductPage,
  productPageDecoder,
} from '@shop/api-contract/decoders/product';
import { pageSize } from './page-size';

/** What a page of the product list is asked for by. Blank values are left out of the request. */
export interface ProductListQuery {
  category?: string;
  parentCategory?: string;
  /** From 1. */
  page: number;
}

/** One page of the product list, and which page it is. */
export interface ProductListPage extends ProductPage {
  page: number;
}

/** Specification 9. */
const featuredCount = 4;
const subCategoryLimit = 100;

/** Specification 7: `gender` goes along for two categories, `filter` for one; its value is literal, null included. */
const genders = new Map([
  ['men', 'Men'],
  ['women', 'Women'],
]);
const filters = new Map([['accessories', 'Accessories,Personal Care,Home,null,Unisex']]);

type QueryParams = Record<string, string | number | undefined>;

const productsCall = (params: QueryParams) => ({
  url: '/products',
  params: Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined && value !== '')),
});

/** A product that a list names twice is shown once. */
function withoutRepeats(products: readonly Product[]): Product[] {
  return [...new Map(products.map((product) => [product.id, product])).values()];
}

/** The catalogue's calls. Specification 7, GET /products and GET /products/{id}. */
export const catalogApi = storeApi.injectEndpoints({
  endpoints: (build) => ({
    /** The first products of a category, for home. */
    catalogFeatured: build.query<Product[], string>({
      query: (category) => productsCall({ page: 1, limit: featuredCount, category }),
      rawResponseSchema: productPageDecoder,
      transformResponse: ({ products }: ProductPage) => withoutRepeats(products),
    }),
    catalogProducts: build.query<ProductListPage, ProductListQuery>({
      query: ({ category = '', parentCategory, page }) =>
        productsCall({
          page,
          limit: pageSize,
          category,
          gender: genders.get(category.toLowerCase()),
          filter: filters.get(category.toLowerCase()),
          parentCategory,
        }),
      rawResponseSchema: productPageDecoder,
      transformResponse: ({ products, total }: ProductPage, _meta, { page }) => ({
        products: withoutRepeats(products),
        total,
        page,
      }),
    }),
    /** The sub-categories of a category: what its products name as their parent category. */
    catalogSubCategories: build.query<string[], string>({
      query: (category) => productsCall({ page: 1, limit: subCategoryLimit, category }),
      rawResponseSchema: productPageDecoder,
      transformResponse: ({ products }: ProductPage) => {
        const names = new Set(products.map(({ parentCategory }) => parentCategory).filter(Boolean));
        return [...names].sort((one, other) => one.localeCompare(other, 'en'));
      },
    }),
    /** A product, or null when the server answers with nothing. */
    catalogProduct: build.query<Product | null, string>({
      query: (id) => `/products/${encodeURIComponent(id)}`,
      rawResponseSchema: nullableProductDecoder,
      providesTags: (_product, _error, id) => [{ type: 'Product', id }],
    }),
  }),
});
