import { type Static, Type } from 'typebox';

/** Parameters of the dates of products. */
export const ProductDatesQuery = Type.Object({
  after: Type.Optional(Type.String({ maxLength: 200, description: 'Id of the last product of the previous response' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 2000, default: 2000 })),
});
export type ProductDatesQuery = Static<typeof ProductDatesQuery>;

/** The ids of products in the order of the database, each with the time of its last change. The last response has fewer than `limit`. */
export const ProductDatesJson = Type.Object(
  {
    /** Changes with every change of a product. */
    version: Type.String(),
    data: Type.Array(Type.Tuple([Type.String(), Type.String({ format: 'date-time' })])),
  },
  { $id: 'ProductDates' },
);
export type ProductDatesJson = Static<typeof ProductDatesJson>;
