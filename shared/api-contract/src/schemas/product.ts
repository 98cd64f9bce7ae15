import { type Static, Type } from 'typebox';

/** An image in one encoding. `srcset` lists the available widths for a `<source>` element. */
export const ImageSourceJson = Type.Object({
  type: Type.String({ examples: ['image/avif'] }),
  srcset: Type.String(),
});

/** Only `url` is required. The other fields let a screen reserve space and choose a size. `width` and `height` are in CSS pixels. */
export const ProductImageJson = Type.Object({
  url: Type.String(),
  alt: Type.Optional(Type.String()),
  width: Type.Optional(Type.Integer({ minimum: 1 })),
  height: Type.Optional(Type.Integer({ minimum: 1 })),
  sources: Type.Optional(Type.Array(ImageSourceJson)),
});
export type ProductImageJson = Static<typeof ProductImageJson>;

export const ProductAttributeJson = Type.Object({
  key: Type.String({ examples: ['size', 'color', 'featured'] }),
  value: Type.Array(Type.String()),
});

/** A product. Prices are in rupees. Specification 3, "Product". */
export const ProductJson = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    description: Type.String(),
    imgUrl: Type.Union([Type.String(), Type.Null()]),
    category: Type.String(),
    parentCategory: Type.Union([Type.String(), Type.Null()]),
    regularPrice: Type.Number({ minimum: 0 }),
    discountedPrice: Type.Union([Type.Number({ minimum: 0 }), Type.Null()]),
    createdAt: Type.String({ format: 'date-time' }),
    images: Type.Array(ProductImageJson),
    attributes: Type.Array(ProductAttributeJson),
    otherPrices: Type.Optional(
      Type.Array(Type.Object({ id: Type.String(), title: Type.String(), price: Type.Number({ minimum: 0 }) }), {
        description:
          'An addition to the specification: products of the same goods at other prices, such as another size. Only in the response to a call that names the product.',
      }),
    ),
    colorImages: Type.Optional(
      Type.Array(Type.Object({ color: Type.String(), url: Type.String() }), {
        description:
          'An addition to the specification: the image that shows a colour, for the colours that have one. `url` is that of one of `images`. Only in the response to a call that names the product.',
      }),
    ),
    soldChoices: Type.Optional(
      Type.Array(Type.Object({ size: Type.Optional(Type.String()), color: Type.Optional(Type.String()) }), {
        description:
          'An addition to the specification: the pairs of size and colour that are sold, where not each size comes in each colour. A choice without one of the two has that size or colour only. Only in the response to a call that names the product.',
      }),
    ),
  },
  { $id: 'Product' },
);
export type ProductJson = Static<typeof ProductJson>;

export const ProductListQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, default: 1 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 12 })),
  category: Type.Optional(Type.String({ maxLength: 100, description: 'Name or slug, any case' })),
  gender: Type.Optional(Type.String({ maxLength: 20 })),
  filter: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Comma-separated names. A product matches by its category or gender. The word null means no gender.',
    }),
  ),
  parentCategory: Type.Optional(Type.String({ maxLength: 100 })),
  featured: Type.Optional(Type.Boolean()),
  id: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
      minItems: 1,
      maxItems: 100,
      description:
        'An addition to the specification, which `accept-product-ids` announces: exactly these products, each once, in this order, without those that do not exist. Each has the fields of `GET /products/{id}`. No other parameter goes with it.',
    }),
  ),
});
export type ProductListQuery = Static<typeof ProductListQuery>;

/** A page of products. The specification reads the total from `pagination.total` and from `count`, so both are present. */
export const ProductListJson = Type.Object(
  {
    data: Type.Array(ProductJson),
    count: Type.Integer({ minimum: 0 }),
    pagination: Type.Object({
      page: Type.Integer({ minimum: 1 }),
      limit: Type.Integer({ minimum: 1 }),
      total: Type.Integer({ minimum: 0 }),
      totalPages: Type.Integer({ minimum: 0 }),
    }),
  },
  { $id: 'ProductList' },
);
export type ProductListJson = Static<typeof ProductListJson>;
