import { urls } from '@shop/remote-contract/urls';
import { capitalizeWords } from '../../category/category-name';

/** The state of the product list, which its URL holds. Specification 2 "Products page". */
export interface ProductListAddress {
  /** The category in the spelling of the URL. Empty without a category. */
  category: string;
  /** The selected sub-category. Empty for all. */
  parentCategory: string;
  /** The first page is 1. */
  page: number;
  /** Columns of the grid on wide screens. */
  columns: 2 | 3;
}

/** The last page the API accepts. */
const lastAcceptedPage = 100_000;

/** Parses the query of the URL. Every page that is not an integer from 1 to `lastAcceptedPage` becomes 1. */
export function parseProductListAddress(search: URLSearchParams): ProductListAddress {
  const text = (name: string) => (search.get(name) ?? '').trim();
  const page = /^\d+$/.test(text('page')) ? Number(text('page')) : 1;
  return {
    category: text('category'),
    parentCategory: text('parentCategory'),
    page: page >= 1 && page <= lastAcceptedPage ? page : 1,
    columns: text('columns') === '2' ? 2 : 3,
  };
}

/** Returns the URL of an address. The URL leaves out default values, so that a list has one URL. */
export function getProductListUrl({ category, parentCategory, page, columns }: ProductListAddress): string {
  return urls.productList({
    category,
    parentCategory,
    ...(page > 1 && { page }),
    ...(columns !== 3 && { columns }),
  });
}

/** Returns the canonical URL of a list for search engines. It leaves out the number of columns, which changes no content. */
export function getCanonicalListUrl(address: ProductListAddress): string {
  return getProductListUrl({ ...address, columns: 3 });
}

/** Titles of categories whose heading is not their name. Specification 2 "Products page". */
const titles = new Map([
  ['men', "Men's Ethnic Wear"],
  ['women', "Women's Ethnic Wear"],
]);

/** Returns the parent category unchanged when one is set, else the title of the category, else its name in capitalised words. */
export function getListHeading({
  category,
  parentCategory,
}: Pick<ProductListAddress, 'category' | 'parentCategory'>): string {
  return parentCategory || titles.get(category.toLowerCase()) || capitalizeWords(category);
}
