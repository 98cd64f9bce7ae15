import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ErrorJson } from '@shop/api-contract/schemas/error';
import { NewOrderJson, OrderJson, OrderTrackingQuery } from '@shop/api-contract/schemas/order';
import { clientNetwork } from '@shop/rate-limit/client-network';
import { Type } from 'typebox';
import { HttpError } from '../errors/http-error';
import { forbidCaching } from '../http/cache-headers';
import { type Idempotency, IdempotencyHeaders } from '../idempotency/idempotency';
import type { SendOrderMail } from '../mail/order-mail';
import type { RateLimits } from '../settings';
import { type AccountsRepository, normalizeEmail } from '../users/accounts.repository';
import { countAttempt, type LimiterFactory } from '../users/attempt-limits';
import type { Authentication } from '../users/authentication';
import { normalizeOrderId } from './order-id';
import { createOrderResponse } from './order-response';
import {
  type OrdersRepository,
  type StoredOrder,
  TooManyUnpaidOrdersError,
  UnknownProductsError,
} from './orders.repository';
import { getPhoneKey } from './phone-number';

export interface OrderRoutesOptions {
  orders: OrdersRepository;
  accounts: AccountsRepository;
  authentication: Authentication;
  idempotency: Idempotency;
  limits: RateLimits;
  createLimiter: LimiterFactory;
  /** Absent where no e-mails are sent. */
  sendOrderMail: SendOrderMail | undefined;
}

const tokenSecurity = [{ token: [] }];

/** Order placement, the order list and order tracking. Specification 7. */
export const orderRoutes: FastifyPluginAsyncTypebox<OrderRoutesOptions> = async (app, options) => {
  const { orders, accounts, authentication, idempotency, limits, createLimiter, sendOrderMail } = options;
  app.addHook('onRequest', forbidCaching);
  const trackingFailures = createLimiter('tracking', {
    points: limits.trackingFailuresPerAddress,
    durationSeconds: limits.windowSeconds,
  });

  const durationSeconds = limits.windowSeconds;
  const perAccount = createLimiter('orders-account', { points: limits.ordersPerAccount, durationSeconds });
  const perAddress = createLimiter('orders-address', { points: limits.ordersPerAddress, durationSeconds });

  app.post(
    '/orders',
    {
      onRequest: authentication.requireAccount,
      ...idempotency.hooks,
      schema: {
        tags: ['orders'],
        summary: 'Place an order',
        description:
          'The server sets the prices; `total` is the amount to pay. One unknown product rejects the whole order, and the message names it. An account with too many unpaid orders is rejected with 409.',
        security: tokenSecurity,
        headers: IdempotencyHeaders,
        body: NewOrderJson,
        response: {
          201: OrderJson,
          400: ErrorJson,
          401: ErrorJson,
          409: ErrorJson,
          422: ErrorJson,
          429: ErrorJson,
        },
      },
    },
    async (request, reply) => {
      const network = clientNetwork(request.ip);
      await countAttempt({ limiter: perAddress, key: network }, { limiter: perAccount, key: request.accountId });
      const order = await orders
        .create(request.accountId, request.body, {
          maxUnpaidOrders: limits.unpaidOrdersPerAccount,
          beforeCommit: (transaction, created) =>
            idempotency.completeIn(transaction, request, 201, createOrderResponse(created)),
        })
        .catch((error: unknown) => {
          throw toHttpError(error, limits);
        });
      // The order is stored. An e-mail that fails does not fail the order.
      await sendOrderMail?.(order, network);
      return reply.code(201).send(createOrderResponse(order));
    },
  );

  app.get(
    '/orders',
    {
      onRequest: authentication.requireAccount,
      schema: {
        tags: ['orders'],
        summary: 'My newest 100 orders, newest first',
        description: 'Older orders are not in the list. `GET /orders/{orderId}` returns them.',
        security: tokenSecurity,
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
        description: 'For its owner, and for callers who know the e-mail of the account or the phone of the address.',
        params: Type.Object({ orderId: Type.String() }),
        querystring: OrderTrackingQuery,
        response: { 200: OrderJson, 400: ErrorJson, 404: ErrorJson, 429: ErrorJson },
      },
    },
    async (request) => {
      const order = await orders.findById(normalizeOrderId(request.params.orderId));
      if (order && (await authentication.findAccountId(request)) === order.accountId) return createOrderResponse(order);

      const refund = await countAttempt({ limiter: trackingFailures, key: clientNetwork(request.ip) });
      const contact = request.query.contactInfo ?? '';
      // An unknown order and a wrong contact have the same response, so that it reveals no order id.
      if (!order || !(await isContactOfOrder(order, contact, accounts))) {
        throw new HttpError(404, 'Order not found or access denied');
      }
      await refund();
      return createOrderResponse(order);
    },
  );
};

/** Tells whether a contact is the e-mail of the order's account or the phone of its address, in any notation. */
async function isContactOfOrder(order: StoredOrder, contact: string, accounts: AccountsRepository): Promise<boolean> {
  const phone = getPhoneKey(contact);
  if (phone !== undefined && phone === getPhoneKey(order.shippingAddress.phone)) return true;
  const { email } = await accounts.getById(order.accountId);
  return normalizeEmail(contact) === email;
}

function toHttpError(error: unknown, limits: RateLimits): unknown {
  if (error instanceof UnknownProductsError) return createUnknownProductsResponse(error);
  if (!(error instanceof TooManyUnpaidOrdersError)) return error;
  const message = `You have ${limits.unpaidOrdersPerAccount} unpaid orders. Please pay for one of them before you place another order.`;
  return new HttpError(409, message);
}

function createUnknownProductsResponse({ ids }: UnknownProductsError): HttpError {
  const listed = ids.slice(0, 10).join(', ').slice(0, 500);
  const rest = ids.length > 10 ? ` and ${ids.length - 10} more` : '';
  return new HttpError(422, `These products are not in the shop: ${listed}${rest}.`);
}
