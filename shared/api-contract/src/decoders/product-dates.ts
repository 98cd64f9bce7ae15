import * as v from 'valibot';

/** Decodes the ids of products with the times of their last changes. Schema `ProductDatesJson`. */
export const productDatesDecoder = v.object({
  version: v.string(),
  data: v.array(v.tuple([v.string(), v.string()])),
});
