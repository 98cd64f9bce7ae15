import { urls } from '@shop/remote-contract/urls';

/** Everything the product list shows is in its URL. Specification 2 "Products page". */
export interface ProductListAddress {
  /** As the URL has it; empty without a category. */
  category: string;
  /** The chosen sub-category; empty for all. */
  parentCategory: string;
  /** From 1. */
  page: number;
  /** Products in a row on wide screens. */
  columns: 2 | 3;
}

/** The last page the API accepts. */
const lastAcceptedPage = 100_000;

/** Reads the URL's query. A page that is no whole number from 1 to the API's last counts as 1. */
export function readProductListAddress(search: URLSearchParams): ProductListAddress {
  const text = (name: string) => (search.get(name) ?? '').trim();
  const page = /^\d+$/.test(text('page')) ? Number(text('page')) : 1;
  return {
    category: text('category'),
    parentCategory: text('parentCategory'),
    page: page >= 1 && page <= lastAcceptedPage ? page : 1,
    columns: text('columns') === '2' ? 2 : 3,
  };
}

/** The URL of an address; what is as usual is left out, so that one list has one URL. */
export function productListUrl({ category, parentCategory, page, columns }: ProductListAddress): string {
  return urls.productList({
    category,
    parentCategory,
    ...(page > 1 && { page }),
    ...(columns !== 3 && { columns }),
  });
}

/** The one address of a list for search engines: how many products stand in a row changes nothing about it. */
export function canonicalListUrl(address: ProductListAddress): string {
  return productListUrl({ ...address, columns: 3 });
}
