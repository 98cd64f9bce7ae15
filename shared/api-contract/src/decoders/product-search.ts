import * as v from 'valibot';
import { type Product, productDecoder } from './product';
import { createListDecoder, decodeValidItems, requiredText } from './scalars';
import { isRecord, toNumber } from './values';

const sorts = ['relevance', 'featured', 'price-asc', 'price-desc', 'newest', 'discount'] as const;

/** Order of a search result. */
export type ProductSort = (typeof sorts)[number];

/** A value to filter by, and the number of products with it under the other filters. */
export interface FacetValue {
  value: string;
  count: number;
}

/** A page of products that match a search, and the values to filter by. */
export interface ProductSearch {
  products: Product[];
  /** Number of products over all pages. */
  total: number;
  facets: {
    categories: FacetValue[];
    parentCategories: FacetValue[];
    colours: FacetValue[];
    sizes: FacetValue[];
    /** Prices of the products under the other filters, in rupees. Null without a product. */
    price: { min: number; max: number } | null;
  };
  /** Orders that the products support. */
  sorts: ProductSort[];
  /** False when the store has more products than the search knows. */
  isComplete: boolean;
  /** Number of products that the search knows. */
  indexed: number;
}

const toCount = (value: unknown, other = 0) => Math.max(0, Math.floor(toNumber(value) ?? other));

const facetValueDecoder = v.pipe(
  v.looseObject({ value: requiredText }),
  v.transform(({ value, count }): FacetValue => ({ value, count: toCount(count) })),
);

const toFacet = (list: unknown) => (Array.isArray(list) ? decodeValidItems(facetValueDecoder, list) : []);

function toPriceRange(range: unknown): ProductSearch['facets']['price'] {
  const { min, max } = isRecord(range) ? range : {};
  const [low, high] = [toNumber(min), toNumber(max)];
  return low === undefined || high === undefined ? null : { min: low, max: high };
}

/** `GET /-/search` of the shop and `GET /search` of a store API: facets and orders that are missing or unknown are left out. */
export const productSearchDecoder = v.pipe(
  v.looseObject({ data: createListDecoder(productDecoder) }),
  v.transform(({ data, pagination, facets, ...json }): ProductSearch => {
    const lists = isRecord(facets) ? facets : {};
    const total = toCount(isRecord(pagination) ? pagination.total : undefined, data.length);
    return {
      products: data,
      total,
      facets: {
        categories: toFacet(lists.categories),
        parentCategories: toFacet(lists.parentCategories),
        colours: toFacet(lists.colours),
        sizes: toFacet(lists.sizes),
        price: toPriceRange(lists.price),
      },
      sorts: sorts.filter((sort) => Array.isArray(json.sorts) && json.sorts.includes(sort)),
      isComplete: json.isComplete !== false,
      indexed: toCount(json.indexed, total),
    };
  }),
);
