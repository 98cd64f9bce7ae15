import { aProduct, aProductList } from '@shop/testing/builders';
import { renderRoutes } from '@shop/testing/render-routes';
import { answer, calls, type RecordedCall } from '@shop/testing/store-api-fake';
import { screen, within } from '@testing-library/react';
import { paths } from '../paths';
import { routes } from '../routes';

/** Opens the product list at a query such as `category=men&page=2`. */
export const openList = (query: string) => renderRoutes({ paths, routes, at: `/products?${query}` });

const isListCall = ({ query }: RecordedCall) => query.limit === '12';

/** True for the request that loads the sub-categories. */
export const isSubCategoryCall = ({ query }: RecordedCall) => query.limit === '100';

/** Returns the requests for pages of the list. */
export const getListCalls = () => calls('GET', '/products').filter(isListCall);

/** Returns the names of the products on screen. */
export const getProductNames = () =>
  screen.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent);

/** Creates products whose names quote the request: 'men 2.1' is the first product of page 2. */
export function createProductsFor({ query }: RecordedCall, count = 12) {
  return Array.from({ length: count }, (_, index) => {
    const title = [query.category, query.parentCategory, `${query.page}.${index + 1}`].filter(Boolean).join(' ');
    return aProduct({ id: title, title });
  });
}

/** Answers list requests with a category of this many products, in two sub-categories. */
export function answerWithProducts(total: number): void {
  answer('GET', '/products', (call) => {
    if (isSubCategoryCall(call)) {
      const names = ['Kurtas', 'Jackets', 'Kurtas', null, ' '];
      return { body: aProductList(names.map((parentCategory, index) => aProduct({ id: `${index}`, parentCategory }))) };
    }
    const remaining = Math.max(0, Math.min(12, total - (Number(call.query.page) - 1) * 12));
    return { body: aProductList(createProductsFor(call, remaining), total) };
  });
}
