import { type Order, orderDecoder, orderListDecoder, trackedOrderDecoder } from '@shop/api-contract/decoders/order';
import { decodePrice } from '@shop/api-contract/decoders/product-price';
import { isRecord, toText } from '@shop/api-contract/decoders/values';
import * as v from 'valibot';
import { wrongTokens } from '../../api/kit/wrong-tokens';
import {
  assertRefused,
  assertStatus,
  assertThat,
  decode,
  isSame,
  Mismatch,
  NotChecked,
  readErrorText,
  show,
  showResponse,
} from '../assertions';
import type { Check } from '../check';
import type { ApiResponse } from '../client';
import { type Shop, shippingAddress } from '../shop';

/** The text of a failed tracking. Specification 8, "Orders and payment". */
const notFoundText = 'Order not found or access denied';

/** An order as it came and as the shop reads it. */
interface ReceivedOrder {
  json: Record<string, unknown>;
  order: Order;
}

const receive = (json: Record<string, unknown>): ReceivedOrder => ({ json, order: v.parse(orderDecoder, json) });

async function findOwnOrder({ get, owner, order }: Shop): Promise<ReceivedOrder> {
  const { id } = await order();
  const response = await get('/orders', (await owner()).token);
  decode(orderListDecoder, response);
  const { json } = response;
  const list = isRecord(json) ? json.data : json;
  const found = Array.isArray(list) ? list.filter(isRecord).find((each) => toText(each.id) === id) : undefined;
  if (!found) throw new Mismatch(`the order ${id} in the list`, showResponse(response));
  return receive(found);
}

/** A part of an order that the shop shows. */
interface OrderPart {
  statement: string;
  /** Title of its check in the list of orders. */
  title: string;
  /** @throws {Mismatch} When the part is not as the run has ordered it. */
  assertAsOrdered(received: ReceivedOrder, shop: Shop): void | Promise<void>;
}

const sortById = <Item extends { id: string }>(items: readonly Item[]): Item[] =>
  items.toSorted((one, other) => (one.id < other.id ? -1 : 1));

/** What the shop shows of an order, in the list of orders and when it is tracked. */
const orderParts: readonly OrderPart[] = [
  {
    statement: '3.order-03',
    title: 'The items of the order have id, productTitle, quantity and price as ordered',
    assertAsOrdered: async ({ json, order }, shop) => {
      const { products } = await shop.order();
      const catalogue = (await shop.catalogue()).products;
      const expected = Object.entries(products).map(([id, quantity]) => {
        const product = catalogue.find((each) => toText(each.id) === id) ?? {};
        return { id, productTitle: toText(product.title), quantity, price: decodePrice(product).price };
      });
      const received = order.items.map(({ id, name, quantity, price }) => ({
        id,
        productTitle: name,
        quantity,
        price,
      }));
      assertThat(isSame(sortById(received), sortById(expected)), show(expected), json.items);
    },
  },
  {
    statement: '3.order-05',
    title: 'The new order is Pending: its status is 0',
    assertAsOrdered: ({ json, order }) =>
      assertThat(order.status === 0, 'the number 0 in status, or none', json.status),
  },
  {
    statement: '3.order-02',
    title: 'The order has its date in createdAt or date',
    assertAsOrdered: ({ json, order }) => {
      const hours = Math.abs(Date.now() - Date.parse(order.date)) / 3_600_000;
      assertThat(hours < 24, 'the time of the order', show({ createdAt: json.createdAt, date: json.date }));
    },
  },
  {
    statement: '3.order-04',
    title: 'The order has its shipping address',
    assertAsOrdered: ({ json, order }) => {
      const { address, city, state, postalCode } = shippingAddress;
      const missing = [address, city, state, postalCode].filter((part) => !order.address.includes(part));
      assertThat(missing.length === 0, 'address, city, state and postalCode as sent', json.shippingAddress);
    },
  },
];

const track = ({ get }: Shop, id: string, contactInfo?: string, token?: string) =>
  get(
    `/orders/${encodeURIComponent(id)}${contactInfo ? `?contactInfo=${encodeURIComponent(contactInfo)}` : ''}`,
    token,
  );

function assertNotFound(response: ApiResponse): void {
  assertStatus(response, 404);
  assertThat(readErrorText(response) === notFoundText, show({ error: notFoundText }), showResponse(response));
}

/** A body that differs from a valid one in one part must be refused, and must not become an order. */
async function assertOrderRefused(shop: Shop, change: Record<string, unknown>): Promise<void> {
  const body = { ...(await shop.createOrderBody()), ...change };
  assertRefused(await shop.post('/orders', body, (await shop.owner()).token));
}

const trackedBy = (statement: string, name: string, read: (shop: Shop) => string): Check => ({
  statement,
  title: `A visitor reads an order as it was ordered, with its number and ${name}`,
  run: async (shop) => {
    const { id } = await shop.order();
    const response = await track(shop, id, read(shop));
    const tracked = decode(trackedOrderDecoder, response);
    assertThat(tracked.id === id, `the order ${id}`, showResponse(response));
    const body = isRecord(response.json) ? response.json : {};
    const received = receive(body.id === undefined && isRecord(body.data) ? body.data : body);
    for (const part of orderParts) await part.assertAsOrdered(received, shop);
  },
});

export const orderChecks: readonly Check[] = [
  {
    statement: '7.calls-16',
    title: 'POST /orders places an order and returns its id',
    run: async ({ order }) => {
      await order();
    },
  },
  {
    statement: '7.calls-12',
    title: 'GET /orders lists the order',
    run: async (shop) => {
      await findOwnOrder(shop);
    },
  },
  ...orderParts.map(
    ({ statement, title, assertAsOrdered }): Check => ({
      statement,
      title,
      run: async (shop) => assertAsOrdered(await findOwnOrder(shop), shop),
    }),
  ),
  trackedBy('7.calls-14', 'the e-mail of the account', ({ options }) => options.account.email),
  trackedBy('6.roles-04', 'the phone of its address', () => shippingAddress.phone),
  {
    statement: '6.roles-04',
    title: 'A visitor does not read an order with its number alone',
    run: async (shop) => {
      const { id } = await shop.order();
      assertRefused(await track(shop, id));
    },
  },
  {
    statement: '6.roles-04',
    title: 'A wrong token reads no order',
    run: async (shop) => {
      const { id } = await shop.order();
      const session = await shop.owner();
      for (const [name, create] of wrongTokens) {
        const headers = { authorization: create(session) };
        assertRefused(await shop.send({ path: `/orders/${encodeURIComponent(id)}`, headers }), name);
      }
    },
  },
  {
    statement: '6.roles-04',
    title: 'A visitor does not read an order with another contact',
    run: async (shop) => {
      const { id } = await shop.order();
      for (const contact of ['nobody@example.com', '+919000000000']) {
        assertRefused(await track(shop, id, contact));
      }
    },
  },
  {
    statement: '8.orders-01',
    title: 'An unknown order and a wrong contact have one text, so that it reveals no order',
    run: async (shop) => {
      const { id } = await shop.order();
      assertNotFound(await track(shop, id, 'nobody@example.com'));
      assertNotFound(await track(shop, 'no-such-order', shop.options.account.email));
    },
  },
  {
    statement: '7.calls-12',
    title: 'Another account neither lists nor reads nor pays the order',
    run: async (shop) => {
      const { token } = await shop.stranger();
      const { id } = await shop.order();
      const list = await shop.get('/orders', token);
      const listed = decode(orderListDecoder, list).map((order) => order.id);
      assertThat(!listed.includes(id), 'a list without the order', showResponse(list));
      assertRefused(await track(shop, id, undefined, token));
      const paid = await shop.post('/payments', { orderId: id, fields: {} }, token);
      const isPaid = paid.status < 300 && isRecord(paid.json) && paid.json.success === true;
      assertThat(!isPaid && paid.status < 500, 'a refusal', showResponse(paid));
    },
  },
  {
    statement: '5.cart-01',
    title: 'An order with a quantity that is not a whole number from 1 is refused',
    run: async (shop) => {
      const [id = ''] = Object.keys((await shop.createOrderBody()).products);
      for (const quantity of [0, -1, 1.5]) await assertOrderRefused(shop, { products: { [id]: quantity } });
    },
  },
  {
    statement: '5.checkout-01',
    title: 'An order without products, or with an unknown one, is refused',
    run: async (shop) => {
      await assertOrderRefused(shop, { products: {} });
      await assertOrderRefused(shop, { products: { 'no-such-product': 1 } });
    },
  },
  {
    statement: '5.checkout-02',
    title: 'An order without a complete address is refused',
    run: async (shop) => {
      await assertOrderRefused(shop, { shippingAddress: { ...shippingAddress, city: ' ' } });
      await assertOrderRefused(shop, { shippingAddress: undefined });
    },
  },
  {
    statement: '5.checkout-01',
    title: 'Refused orders are not in the list',
    run: async (shop) => {
      const { token } = await shop.owner();
      const before = decode(orderListDecoder, await shop.get('/orders', token)).length;
      if (before >= 100) throw new NotChecked('the account has a hundred orders or more');
      await assertOrderRefused(shop, { products: { 'no-such-product': 1 } });
      const after = decode(orderListDecoder, await shop.get('/orders', token)).length;
      assertThat(after === before, `${before} orders`, `${after}`);
    },
  },
];
