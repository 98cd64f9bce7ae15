import { toApiError } from '@shop/api-client/api-error';
import { productApi } from '@shop/api-client/product-api';
import type { Product } from '@shop/api-contract/decoders/product';
import { catalogApi, type ProductListQuery } from './catalog.endpoints';

/** Products whose sub-categories are read, the latest ones of a cart. The cart has requested them already. */
const maxProducts = 4;

/** Lists that are requested. */
const maxLists = 2;

const once = { subscribe: false };

export const companionsApi = catalogApi.injectEndpoints({
  endpoints: (build) => ({
    /**
     * Products of the sub-categories of some products, without these products: one of each sub-category in turn. The calls are
     * those of product page and product list. Fails when nothing was found and a list did not load.
     */
    catalogCompanions: build.query<Product[], readonly string[]>({
      queryFn: async (ids, { dispatch }) => {
        const latest = [...new Set([...ids].reverse())].slice(0, maxProducts);
        const products = await Promise.all(
          latest.map((id) => dispatch(productApi.endpoints.product.initiate(id, once))),
        );
        const queries = listSubCategories(products.flatMap(({ data }) => data ?? []));
        const lists = await Promise.all(
          queries.map((query) => dispatch(catalogApi.endpoints.catalogProducts.initiate(query, once))),
        );
        const data = takeTurns(lists.map((list) => list.data?.products ?? [])).filter(({ id }) => !ids.includes(id));
        const error = [...products, ...lists].find(({ isError }) => isError)?.error;
        return data.length === 0 && error ? { error: toApiError(error) } : { data };
      },
    }),
  }),
});

/** Lists the requests for the sub-categories of products, as the product list sends them. A product without category has none. */
function listSubCategories(products: readonly Product[]): ProductListQuery[] {
  const queries = products.flatMap(({ category, parentCategory }) =>
    category ? [{ category: category.toLowerCase(), parentCategory, page: 1 }] : [],
  );
  return [...new Map(queries.map((query) => [JSON.stringify(query), query])).values()].slice(0, maxLists);
}

/** Joins lists: the first product of each, then the second of each. A product of several lists comes once. */
function takeTurns(lists: readonly (readonly Product[])[]): Product[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const joined = Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list[index] ?? [])).flat();
  return [...new Map(joined.map((product) => [product.id, product])).values()];
}
