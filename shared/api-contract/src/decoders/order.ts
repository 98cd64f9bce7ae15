import * as v from 'valibot';
import { addressFields } from '../shipping-fields';
import { createListDecoder, decodeValidItems, optionalDate, optionalText, requiredText } from './scalars';
import { isRecord, toNumber, toText } from './values';

export interface OrderItem {
  id: string;
  name: string;
  quantity: number;
  /** Price of one piece, in rupees. */
  price: number;
  /** The choice of the shopper, where the API stores it. */
  size?: string;
  color?: string;
}

/** An order as screens show it. Specification 3, "Order". */
export interface Order {
  id: string;
  /** 0 Pending, 1 Processing, 2 Shipped, 3 Delivered, 4 Cancelled. Screens show any other value as Unknown. */
  status: number;
  /** ISO 8601 text, or empty when the server sent no date. */
  date: string;
  items: OrderItem[];
  /** Address, city, state and postal code joined by commas. */
  address: string;
  /** Full name of the shipping address, where the server sends it. */
  recipient?: string;
  /** False when the server has sent no e-mail about the order. */
  emailSent?: false;
  /** Name of the payment method in English, where the server sends it. */
  paymentMethod?: string;
  /** Rupees that the courier collects. */
  dueOnDelivery?: number;
}

const itemDecoder = v.pipe(
  v.looseObject({ productTitle: v.optional(optionalText, ''), name: v.optional(optionalText, '') }),
  v.transform((json): OrderItem => {
    const [size, color] = [json.size, json.color].map(toText);
    return {
      id: v.parse(optionalText, json.id),
      name: json.productTitle || json.name,
      quantity: Math.max(0, toNumber(json.quantity) ?? 0),
      price: Math.max(0, toNumber(json.price) ?? 0),
      ...(size && { size }),
      ...(color && { color }),
    };
  }),
);

function joinAddress(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (!isRecord(value)) return '';
  return addressFields
    .map((field) => v.parse(optionalText, value[field]))
    .filter(Boolean)
    .join(', ');
}

export const orderDecoder = v.pipe(
  v.looseObject({ id: requiredText }),
  v.transform((json): Order => {
    const recipient = isRecord(json.shippingAddress) && toText(json.shippingAddress.fullName);
    const paymentMethod = toText(json.paymentMethod);
    const dueOnDelivery = toNumber(json.dueOnDelivery) ?? 0;
    return {
      id: json.id,
      status: json.status === undefined || json.status === null ? 0 : (toNumber(json.status) ?? -1),
      date: v.parse(optionalDate, json.createdAt) || v.parse(optionalDate, json.date),
      items: Array.isArray(json.items) ? decodeValidItems(itemDecoder, json.items) : [],
      address: joinAddress(json.shippingAddress),
      ...(recipient && { recipient }),
      ...(json.emailSent === false && { emailSent: false as const }),
      ...(paymentMethod && { paymentMethod }),
      ...(dueOnDelivery > 0 && { dueOnDelivery }),
    };
  }),
);

/** `GET /orders`: a list, or an object with a list under `data`. */
export const orderListDecoder = v.pipe(
  v.unknown(),
  v.transform((body) => (isRecord(body) && Array.isArray(body.data) ? body.data : body)),
  createListDecoder(orderDecoder),
);

/** `GET /orders/{id}`: an order, or an object with an order under `data`. */
export const trackedOrderDecoder = v.pipe(
  v.unknown(),
  v.transform((body) => (isRecord(body) && isRecord(body.data) && body.id === undefined ? body.data : body)),
  orderDecoder,
);

/** The response of `POST /orders`. */
export interface CreatedOrder {
  id: string;
  /** Items as the server priced them. Empty when the response carries none. */
  items: OrderItem[];
  /** Rupees that the server charges for the order. Undefined when the response carries no readable total. */
  total: number | undefined;
}

/**
 * `POST /orders`: the id is `id`, else `data.id`. A body with neither is invalid. Interpretation 7. Items and total come
 * from the object that carries the id.
 */
export const createdOrderDecoder = v.pipe(
  v.record(v.string(), v.unknown()),
  v.transform((body) => ((body.id ?? undefined) === undefined && isRecord(body.data) ? body.data : body)),
  v.looseObject({ id: requiredText }),
  v.transform(({ id, items, total }): CreatedOrder => {
    const amount = toNumber(total);
    return {
      id,
      items: Array.isArray(items) ? decodeValidItems(itemDecoder, items) : [],
      total: amount !== undefined && amount >= 0 ? amount : undefined,
    };
  }),
);
