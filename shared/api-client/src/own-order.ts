import { type Order, orderListDecoder, trackedOrderDecoder } from '@shop/api-contract/decoders/order';
import { toNumber } from '@shop/api-contract/decoders/values';
import * as v from 'valibot';
import type { ApiError } from './api-error';
import type { SendCall } from './product-calls';

type Result<Data> = { data: Data; error?: undefined } | { error: ApiError; data?: undefined };

/**
 * Reads an order of the signed-in shopper. `GET /orders` is the only call of the specification that gives an order without its
 * contact data. An API that has announced pages sends the newest orders there, and an older one by its own address.
 *
 * @param send Sends a call: the last argument of `queryFn`.
 * @returns Null when the shopper has no such order.
 * @example
 * build.query<Order | null, string>({ queryFn: (id, _api, _options, send) => readOwnOrder(id, send) })
 */
export async function readOwnOrder(id: string, send: SendCall): Promise<Result<Order | null>> {
  const { data, error, meta } = await send('/orders');
  if (error) return { error };
  const orders = decode(orderListDecoder, data);
  if (!orders.data) return orders;
  const found = orders.data.find((order) => order.id === id);
  const headers = meta?.response?.headers;
  const total = headers?.has('accept-order-pages') ? (toNumber(headers.get('x-total-count')) ?? 0) : 0;
  if (found || total <= orders.data.length) return { data: found ?? null };
  const older = await send(`/orders/${encodeURIComponent(id)}`);
  if (older.error?.kind === 'status' && older.error.status === 404) return { data: null };
  if (older.error) return { error: older.error };
  const order = decode(trackedOrderDecoder, older.data);
  // An API may find an order by another spelling here, and takes a payment for the exact id only.
  return order.data && order.data.id !== id ? { data: null } : order;
}

function decode<Output>(decoder: v.GenericSchema<unknown, Output>, body: unknown): Result<Output> {
  const { success, output, issues } = v.safeParse(decoder, body);
  return success ? { data: output } : { error: { kind: 'malformed', message: issues[0].message } };
}
