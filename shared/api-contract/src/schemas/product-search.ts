import { type Static, Type } from 'typebox';
import { ProductJson } from './product';

/** Orders of a search result. `relevance` and `featured` always exist, the others depend on the products. */
export const ProductSort = Type.Union([
  Type.Literal('relevance'),
  Type.Literal('featured'),
  Type.Literal('price-asc'),
  Type.Literal('price-desc'),
  Type.Literal('newest'),
  Type.Literal('discount'),
]);
export type ProductSort = Static<typeof ProductSort>;

const name = Type.String({ maxLength: 100 });
const names = Type.Array(name, { maxItems: 20 });
const rupees = Type.Number({ minimum: 0, maximum: 1e9 });

/** Parameters of a search. A parameter without a value counts as absent. */
export const ProductSearchQuery = Type.Object({
  q: Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        'Words in any order. The last may be incomplete, and words may have typing errors. `under 500` is a price',
    }),
  ),
  category: Type.Optional(Type.String({ maxLength: 100, description: 'Name or slug, any case' })),
  parentCategory: Type.Optional(name),
  minPrice: Type.Optional(rupees),
  maxPrice: Type.Optional(rupees),
  colour: Type.Optional(names),
  size: Type.Optional(names),
  sort: Type.Optional(ProductSort),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, default: 1 })),
  limit: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 100, default: 12, description: '0: facets without products' }),
  ),
});
export type ProductSearchQuery = Static<typeof ProductSearchQuery>;

/** A value that the products have, and the number of products with it under the other filters. */
export const FacetValueJson = Type.Object({ value: Type.String(), count: Type.Integer({ minimum: 0 }) });
export type FacetValueJson = Static<typeof FacetValueJson>;

const facet = Type.Array(FacetValueJson);

/** A page of products that match a search, and the values to filter by. */
export const ProductSearchJson = Type.Object(
  {
    data: Type.Array(ProductJson),
    pagination: Type.Object({
      page: Type.Integer({ minimum: 1 }),
      limit: Type.Integer({ minimum: 0 }),
      total: Type.Integer({ minimum: 0 }),
      totalPages: Type.Integer({ minimum: 0 }),
    }),
    facets: Type.Object({
      categories: facet,
      parentCategories: facet,
      colours: facet,
      sizes: facet,
      price: Type.Union([Type.Object({ min: Type.Number(), max: Type.Number() }), Type.Null()]),
    }),
    sorts: Type.Array(ProductSort, { description: 'Orders that the products support' }),
    isComplete: Type.Boolean({ description: 'False when the store has more products than the search knows' }),
    indexed: Type.Integer({ minimum: 0, description: 'Number of products that the search knows' }),
  },
  { $id: 'ProductSearch' },
);
export type ProductSearchJson = Static<typeof ProductSearchJson>;
