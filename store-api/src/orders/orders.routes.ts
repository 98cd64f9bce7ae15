import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ErrorJson } from '@shop/api-contract/schemas/error';
import { NewOrderJson, OrderJson, OrderTrackingQuery } from '@shop/api-contract/schemas/order';
import { Type } from 'typebox';
import { HttpError } from '../errors/http-error';
import type { RateLimits } from '../settings';
import { type AccountsRepository, normalizeEmail } from '../users/accounts.repository';
import type { Authentication } from '../users/authentication';
import { failureLimiter } from '../users/failure-limiter';
import { normalizeOrderId } from './order-id';
import { type OrdersRepository, type StoredOrder, sumPaise, UnknownProductsError } from './orders.repository';
import { getPhoneKey } from './phone-number';

export interface OrderRoutesOptions {
  orders: OrdersRepository;
  accounts: AccountsRepository;
  signedIn: Authentication;
  limits: RateLimits;
}

const signedInOnly = [{ token: [] }];

/** Placing, listing and tracking orders. Specification 7. */
export const orderRoutes: FastifyPluginAsyncTypebox<OrderRoutesOptions> = async (app, options) => {
  const { orders, accounts, signedIn, limits } = options;
  const tracking = failureLimiter({
    failures: limits.trackingFailuresPerAddress,
    windowSeconds: limits.windowSeconds,
  });

  app.post(
    '/orders',
    {
      onRequest: signedIn.required,
      schema: {
        tags: ['orders'],
        summary: 'Place an order',
        description: 'The server prices the order. An unknown product refuses the whole order and is named.',
        security: signedInOnly,
        body: NewOrderJson,
        response: { 201: OrderJson, 400: ErrorJson, 401: ErrorJson, 422: ErrorJson },
      },
    },
    async (request, reply) => {
      const order = await orders.place(request.accountId, request.body).catch((error: unknown) => {
        throw error instanceof UnknownProductsError ? refusalOf(error) : error;
      });
      return reply.code(201).send(createOrderResponse(order));
    },
  );

  app.get(
    '/orders',
    {
      onRequest: signedIn.required,
      schema: {
        tags: ['orders'],
        summary: 'My orders, the newest first',
        security: signedInOnly,
        response: { 200: Type.Array(OrderJson), 401: ErrorJson },
      },
    },
    async (request) => (await orders.listByAccount(request.accountId)).map(createOrderResponse),
  );

  app.get(
    '/orders/:orderId',
    {
      schema: {
        tags: ['orders'],
        summary: 'One order',
        description: 'For its owner, or for anyone who knows the e-mail of the account or the phone it ships to.',
        params: Type.Object({ orderId: Type.String() }),
        querystring: OrderTrackingQuery,
        response: { 200: OrderJson, 400: ErrorJson, 404: ErrorJson, 429: ErrorJson },
      },
    },
    async (request) => {
      const order = await orders.byId(normalizeOrderId(request.params.orderId));
      if (order && (await signedIn.findAccountId(request)) === order.accountId) return createOrderResponse(order);

      const succeeded = tracking.attempt(request.ip);
      const contact = request.query.contactInfo ?? '';
      if (!order || !(await isContactOf(order, contact, accounts))) {
        throw new HttpError(404, 'Order not found or access denied');
      }
      succeeded();
      return createOrderResponse(order);
    },
  );
};

/** The account's e-mail, or the phone the order ships to, however it is written. */
async function isContactOf(order: StoredOrder, contact: string, accounts: AccountsRepository): Promise<boolean> {
  const phone = getPhoneKey(contact);
  if (phone !== undefined && phone === getPhoneKey(order.shippingAddress.phone)) return true;
  const { email } = await accounts.byId(order.accountId);
  return normalizeEmail(contact) === email;
}

function refusalOf({ ids }: UnknownProductsError): HttpError {
  const named = ids.slice(0, 10).join(', ').slice(0, 500);
  const rest = ids.length > 10 ? ` and ${ids.length - 10} more` : '';
  return new HttpError(422, `These products are not in the shop: ${named}${rest}.`);
}

/** A stored order as the wire has it: amounts in rupees. Specification 3. */
function createOrderResponse(order: StoredOrder): OrderJson {
  return {
    id: order.id,
    status: order.status,
    createdAt: order.createdAt.toISOString(),
    items: order.lines.map(({ productId, title, quantity, pricePaise }) => ({
      id: productId,
      productTitle: title,
      quantity,
      price: pricePaise / 100,
    })),
    shippingAddress: order.shippingAddress,
    total: sumPaise(order.lines) / 100,
  };
}
