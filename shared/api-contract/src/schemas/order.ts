import { type Static, Type } from 'typebox';
import { mapShippingFields, shippingFieldMaxLengths } from '../shipping-fields';
import { maxEmailLength, maxPiecesPerProduct, maxProductsPerOrder } from '../submission-limits';

const NonBlankText = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' });

export const ShippingAddressJson = Type.Object(
  mapShippingFields((field) => NonBlankText(shippingFieldMaxLengths[field])),
  { $id: 'ShippingAddress' },
);
export type ShippingAddressJson = Static<typeof ShippingAddressJson>;

/** The choice of a shopper. A product without sizes or colours has none. */
const ChosenOptions = {
  size: Type.Optional(NonBlankText(200)),
  color: Type.Optional(NonBlankText(200)),
};

/** Pieces of one product in one size and colour. */
export const ChosenLineJson = Type.Object({
  id: Type.String({ maxLength: 100 }),
  quantity: Type.Integer({ minimum: 1, maximum: 10_000 }),
  ...ChosenOptions,
});
export type ChosenLineJson = Static<typeof ChosenLineJson>;

/** Body of `POST /orders`. `products` maps product id to quantity. The server sets the prices. Specification 7. */
export const NewOrderJson = Type.Object(
  {
    products: Type.Record(Type.String({ maxLength: 100 }), Type.Integer({ minimum: 1, maximum: maxPiecesPerProduct }), {
      minProperties: 1,
      maxProperties: maxProductsPerOrder,
    }),
    shippingAddress: ShippingAddressJson,
    lines: Type.Optional(
      Type.Array(ChosenLineJson, {
        minItems: 1,
        maxItems: 500,
        description:
          'The pieces of `products` by size and colour, an addition to the specification that `accept-order-lines` announces.',
      }),
    ),
  },
  { $id: 'NewOrder' },
);
export type NewOrderJson = Static<typeof NewOrderJson>;

export const OrderItemJson = Type.Object({
  id: Type.String(),
  productTitle: Type.String(),
  quantity: Type.Integer({ minimum: 1 }),
  price: Type.Number({ minimum: 0, description: 'Price of one piece in rupees' }),
  size: Type.Optional(Type.String()),
  color: Type.Optional(Type.String()),
});

/** An order. Status codes of specification 3: 0 Pending, 1 Processing, 2 Shipped, 3 Delivered, 4 Cancelled. */
export const OrderJson = Type.Object(
  {
    id: Type.String(),
    status: Type.Integer({ minimum: 0, maximum: 4 }),
    createdAt: Type.String({ format: 'date-time' }),
    items: Type.Array(OrderItemJson),
    shippingAddress: Type.Object(mapShippingFields(() => Type.String())),
    total: Type.Number({ minimum: 0, description: 'Rupees' }),
    emailSent: Type.Optional(
      Type.Boolean({ description: 'False when no e-mail about the order is sent, an addition to the specification.' }),
    ),
    paymentMethod: Type.Optional(
      Type.String({ description: 'How the order is paid, once it is accepted. An addition to the specification.' }),
    ),
    dueOnDelivery: Type.Optional(
      Type.Number({ minimum: 0, description: 'Rupees that the courier collects. An addition to the specification.' }),
    ),
  },
  { $id: 'Order' },
);
export type OrderJson = Static<typeof OrderJson>;

/** Additions to the specification, which `accept-order-pages` announces. */
export const OrderListQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 100 })),
});

export const OrderTrackingQuery = Type.Object({
  contactInfo: Type.Optional(Type.String({ maxLength: maxEmailLength })),
});
