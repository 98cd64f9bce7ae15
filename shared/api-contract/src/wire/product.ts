import { type Static, Type } from 'typebox';

/** A picture in one encoding: `srcset` lists the widths that exist, for a `<source>` element. */
export const PictureSource = Type.Object({
  type: Type.String({ examples: ['image/avif'] }),
  srcset: Type.String(),
});

/** `url` alone is the contract; the rest lets a screen reserve space and choose a size. Widths and heights in CSS pixels. */
export const ProductImage = Type.Object({
  url: Type.String(),
  alt: Type.Optional(Type.String()),
  width: Type.Optional(Type.Integer({ minimum: 1 })),
  height: Type.Optional(Type.Integer({ minimum: 1 })),
  sources: Type.Optional(Type.Array(PictureSource)),
});
export type ProductImage = Static<typeof ProductImage>;

export const ProductAttribute = Type.Object({
  key: Type.String({ examples: ['size', 'color', 'featured'] }),
  value: Type.Array(Type.String()),
});

/** A product as section 3 of the specification receives it. Prices in rupees. */
export const Product = Type.Object(
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
    images: Type.Array(ProductImage),
    attributes: Type.Array(ProductAttribute),
  },
  { $id: 'Product' },
);
export type Product = Static<typeof Product>;

export const ProductListQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, default: 1 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 12 })),
  category: Type.Optional(Type.String({ maxLength: 100, description: 'Name or slug, any case' })),
  gender: Type.Optional(Type.String({ maxLength: 20 })),
  filter: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Comma-separated names; a product matches by its category or gender. The word null means no gender.',
    }),
  ),
  parentCategory: Type.Optional(Type.String({ maxLength: 100 })),
  featured: Type.Optional(Type.Boolean()),
});
export type ProductListQuery = Static<typeof ProductListQuery>;

/** The specification reads the total from `pagination.total` in one place and from `count` in another: both are sent. */
export const ProductList = Type.Object(
  {
    data: Type.Array(Product),
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
export type ProductList = Static<typeof ProductList>;
