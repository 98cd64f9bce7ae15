import { type Static, Type } from 'typebox';

const Line = (max: number) => Type.String({ minLength: 1, maxLength: max, pattern: '\\S' });

export const ShippingAddress = Type.Object(
  {
    fullName: Line(200),
    address: Line(500),
    city: Line(100),
    state: Line(100),
    postalCode: Line(20),
    phone: Line(30),
  },
  { $id: 'ShippingAddress' },
);
export type ShippingAddress = Static<typeof ShippingAddress>;

/** `products` maps product id to quantity; the server prices the order itself. Specification 7. */
export const NewOrder = Type.Object(
  {
    products: Type.Record(Type.String({ maxLength: 100 }), Type.Integer({ minimum: 1, maximum: 10_000 }), {
      minProperties: 1,
      maxProperties: 200,
    }),
    shippingAddress: ShippingAddress,
  },
  { $id: 'NewOrder' },
);
export type NewOrder = Static<typeof NewOrder>;

export const OrderItem = Type.Object({
  id: Type.String(),
  productTitle: Type.String(),
  quantity: Type.Integer({ minimum: 1 }),
  price: Type.Number({ minimum: 0, description: 'Rupees a piece' }),
});

/** Status codes of section 3: 0 Pending, 1 Processing, 2 Shipped, 3 Delivered, 4 Cancelled. */
export const Order = Type.Object(
  {
    id: Type.String(),
    status: Type.Integer({ minimum: 0, maximum: 4 }),
    createdAt: Type.String({ format: 'date-time' }),
    items: Type.Array(OrderItem),
    shippingAddress: Type.Object({
      fullName: Type.String(),
      address: Type.String(),
      city: Type.String(),
      state: Type.String(),
      postalCode: Type.String(),
      phone: Type.String(),
    }),
    total: Type.Number({ minimum: 0, description: 'Rupees' }),
  },
  { $id: 'Order' },
);
export type Order = Static<typeof Order>;

export const OrderTrackingQuery = Type.Object({ contactInfo: Type.Optional(Type.String({ maxLength: 254 })) });
