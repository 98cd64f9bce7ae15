import * as v from 'valibot';
import { isRecord, optionalDate, optionalText, readableItems, readableList, requiredText, toNumber } from './scalars';

export interface OrderItem {
  id: string;
  name: string;
  quantity: number;
  /** A piece, in rupees. */
  price: number;
}

/** An order as screens show it. Specification 3, "Order". */
export interface Order {
  id: string;
  /** 0 Pending, 1 Processing, 2 Shipped, 3 Delivered, 4 Cancelled; anything else is shown as Unknown. */
  status: number;
  /** ISO text, or empty when the server sent no date. */
  date: string;
  items: OrderItem[];
  /** Address, city, state and postal code joined by commas. */
  address: string;
}

const item = v.pipe(
  v.looseObject({ productTitle: v.optional(optionalText, ''), name: v.optional(optionalText, '') }),
  v.transform(
    (wire): OrderItem => ({
      id: v.parse(optionalText, wire.id),
      name: wire.productTitle || wire.name,
      quantity: Math.max(0, toNumber(wire.quantity) ?? 0),
      price: Math.max(0, toNumber(wire.price) ?? 0),
    }),
  ),
);

function joinAddress(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (!isRecord(value)) return '';
  return [value.address, value.city, value.state, value.postalCode]
    .map((part) => v.parse(optionalText, part))
    .filter(Boolean)
    .join(', ');
}

export const orderReading = v.pipe(
  v.looseObject({ id: requiredText }),
  v.transform(
    (wire): Order => ({
      id: wire.id,
      status: wire.status === undefined || wire.status === null ? 0 : (toNumber(wire.status) ?? -1),
      date: v.parse(optionalDate, wire.createdAt) || v.parse(optionalDate, wire.date),
      items: Array.isArray(wire.items) ? readableItems(item, wire.items) : [],
      address: joinAddress(wire.shippingAddress),
    }),
  ),
);

/** `GET /orders`: a list, or an object with a list under `data`. */
export const orderListReading = v.pipe(
  v.unknown(),
  v.transform((body) => (isRecord(body) && Array.isArray(body.data) ? body.data : body)),
  readableList(orderReading),
);

/** `GET /orders/{id}`: an order, or an object with one under `data`. */
export const trackedOrderReading = v.pipe(
  v.unknown(),
  v.transform((body) => (isRecord(body) && isRecord(body.data) && body.id === undefined ? body.data : body)),
  orderReading,
);

/** `POST /orders`: `id`, else `data.id`; neither is a failure. Interpretation 7. */
export const createdOrderReading = v.pipe(
  v.record(v.string(), v.unknown()),
  v.transform((body) => ({ id: body.id ?? (isRecord(body.data) ? body.data.id : undefined) })),
  v.object({ id: requiredText }),
);
