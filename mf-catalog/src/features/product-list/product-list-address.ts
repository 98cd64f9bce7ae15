import type { ProductSort } from '@shop/api-contract/decoders/product-search';
import { readAmount } from '@shop/api-contract/typed-text';
import { type Texts, text } from '@shop/language/texts';
import { urls } from '@shop/remote-contract/urls';
import { capitalizeWords, findCategory, translateCategory } from '../../category/category-name';

/** What sorts and filters products besides the sub-category. An addition to the specification. */
export interface ProductFilters {
  /** Undefined for the order of the list, or for the best matches of a search. */
  sort: ProductSort | undefined;
  /** Rupees. */
  minPrice: number | undefined;
  maxPrice: number | undefined;
  colours: readonly string[];
  sizes: readonly string[];
}

/** The state of a list of products, which its URL holds. Specification 2 "Products page". */
export interface ProductListAddress extends ProductFilters {
  /** The words of a search; empty without words. Undefined for the list of a category. */
  q?: string | undefined;
  /** The category in the spelling of the URL. Empty without a category. */
  category: string;
  /** The selected sub-category. Empty for all, and in a search. */
  parentCategory: string;
  /** The first page is 1. */
  page: number;
  /** Columns of the grid on wide screens. */
  columns: 2 | 3;
  /** A text of the URL that is not a price. The list ignores it, and the field of the price says so. */
  minPriceText?: string | undefined;
  maxPriceText?: string | undefined;
}

/** Reads a price as people write it, in rupees to the paisa. Undefined when the text is not a price, or above what the search accepts. */
export function readPrice(text: string): number | undefined {
  const amount = text === '' ? undefined : readAmount(text);
  return amount !== undefined && amount <= maxPrice ? Math.round(amount * 100) / 100 : undefined;
}

/** The last page the API accepts. */
const lastAcceptedPage = 100_000;

/** The longest text, the most values of one filter and the highest price that the search accepts. */
export const maxTextLength = 100;

/** Cuts a text to `maxTextLength`. Half of a character, such as of an emoji, would fit in no address. */
export const cutText = (words: string): string => words.slice(0, maxTextLength).replace(/[\ud800-\udbff]$/, '');
const maxValues = 20;
const maxPrice = 1e9;

/** Names of the orders, to translate. */
export const sortLabels: Record<ProductSort, string> = {
  relevance: text('Relevance'),
  featured: text('Featured'),
  'price-asc': text('Price: low to high'),
  'price-desc': text('Price: high to low'),
  newest: text('Newest'),
  discount: text('Biggest discount'),
};

/** The order without a choice. */
export const getDefaultSort = (isSearch: boolean): ProductSort => (isSearch ? 'relevance' : 'featured');

const isSort = (text: string): text is ProductSort => Object.hasOwn(sortLabels, text);

/** No filter and the default order. */
export const noFilters: ProductFilters = {
  sort: undefined,
  minPrice: undefined,
  maxPrice: undefined,
  colours: [],
  sizes: [],
};

/**
 * Parses the query of the URL. Every page that is not an integer from 1 to `lastAcceptedPage` becomes 1. Texts become those that the
 * API accepts.
 *
 * @param isSearch True for the URL of the search, false for the URL of the list.
 */
export function parseProductListAddress(search: URLSearchParams, isSearch = false): ProductListAddress {
  const clean = (words: string) => words.replaceAll('\0', '').trim();
  const read = (name: string) => clean(search.get(name) ?? '');
  const page = /^\d+$/.test(read('page')) ? Number(read('page')) : 1;
  const values = (name: string) => {
    const given = search.getAll(name).map(clean);
    return [...new Set(given)].filter((value) => value && value.length <= maxTextLength).slice(0, maxValues);
  };
  const sort = read('sort');
  const [minPrice, maxPrice] = [readPrice(read('minPrice')), readPrice(read('maxPrice'))];
  return {
    ...(isSearch && { q: cutText(read('q')) }),
    sort: isSort(sort) && sort !== getDefaultSort(isSearch) ? sort : undefined,
    minPrice,
    maxPrice,
    colours: values('colour'),
    sizes: values('size'),
    category: cutText(read('category')),
    parentCategory: isSearch ? '' : cutText(read('parentCategory')),
    page: page >= 1 && page <= lastAcceptedPage ? page : 1,
    columns: read('columns') === '2' ? 2 : 3,
    ...(minPrice === undefined && { minPriceText: cutText(read('minPrice')) || undefined }),
    ...(maxPrice === undefined && { maxPriceText: cutText(read('maxPrice')) || undefined }),
  };
}

/** Returns the path of the screen of an address: the list or the search. */
export const getListPath = ({ q }: ProductListAddress) => (q === undefined ? urls.productList() : urls.search());

/**
 * Returns the URL of an address, as a browser spells it in `location`. The URL leaves out default values, so that a list has one URL.
 */
export function getProductListUrl(address: ProductListAddress): string {
  const { q, category, parentCategory, page, columns, sort, minPrice, maxPrice, colours, sizes } = address;
  const pairs = [
    ['q', q],
    ['category', category],
    ['parentCategory', parentCategory],
    ['sort', sort],
    ['minPrice', minPrice],
    ['maxPrice', maxPrice],
    ...colours.map((colour) => ['colour', colour] as const),
    ...sizes.map((size) => ['size', size] as const),
    ['page', page > 1 ? page : undefined],
    ['columns', columns !== 3 ? columns : undefined],
  ] as const;
  const query = pairs
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${name}=${encodeURIComponent(value ?? '').replaceAll("'", '%27')}`);
  return [getListPath(address), query.join('&')].filter(Boolean).join('?');
}

/**
 * Returns the canonical URL of a list for search engines. It leaves out order, filters and columns. All spellings of a category have
 * one URL, which is that of the sitemap: the name of the shop in lower case.
 *
 * @param categories Names of the categories of the shop.
 */
export function getCanonicalListUrl(address: ProductListAddress, categories: readonly string[]): string {
  const category = findCategory(address.category, categories).toLowerCase();
  return getProductListUrl({ ...address, ...noFilters, columns: 3, category });
}

/** True when the list has an order or a filter that the specified call of the store API does not know. */
export const isRefined = ({ sort, minPrice, maxPrice, colours, sizes }: ProductFilters) =>
  [sort, minPrice, maxPrice, ...colours, ...sizes].some((value) => value !== undefined);

/** True for a search that has neither words nor a filter: it finds nothing, and helps the shopper to start. */
export const isBlankSearch = (address: ProductListAddress) =>
  address.q === '' && !isRefined({ ...address, sort: undefined });

/** True when the search gives the products of an address: words or filters are set. */
export const needsSearch = (address: ProductListAddress) => address.q !== undefined || isRefined(address);

/** Titles of categories whose heading is not their name. Specification 2 "Products page". */
const titles: ReadonlyMap<string, string> = new Map([
  ['men', text("Men's Ethnic Wear")],
  ['women', text("Women's Ethnic Wear")],
]);

/** Returns the name of the parent category when one is set, else the title of the category, else its name in capitalised words. */
export function getListHeading(
  { category, parentCategory }: Pick<ProductListAddress, 'category' | 'parentCategory'>,
  t: Texts,
): string {
  const title = titles.get(category.toLowerCase());
  if (parentCategory) return translateCategory(t, parentCategory, parentCategory);
  return title ? t(title) : translateCategory(t, category, capitalizeWords(category));
}
