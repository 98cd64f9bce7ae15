import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ErrorJson } from '@shop/api-contract/schemas/error';
import { NewOrderJson, OrderJson, OrderListQuery, OrderTrackingQuery } from '@shop/api-contract/schemas/order';
import { normalizeText, readPhone } from '@shop/api-contract/typed-text';
import { Type } from 'typebox';
import { HttpError } from '../errors/http-error';
import { forbidCaching } from '../http/cache-headers';
import { type Idempotency, IdempotencyHeaders } from '../idempotency/idempotency';
import { countFailure, type OrderResult } from '../operation/store-api-metrics';
import { LanguageHeaders, readLanguage } from '../texts/texts';
import { type AccountsRepository, normalizeEmail } from '../users/accounts.repository';
import type { AttemptLimits } from '../users/attempt-limits';
import type { Authentication } from '../users/authentication';
import { normalizeOrderId } from './order-id';
import { isDueOnDelivery, type OrdersRepository, type StoredOrder, sumPaise } from './orders.repository';

/** Sends the e-mail about a new order in the background. @param ip Address of the client that placed the order. */
export type SendOrderMail = (order: StoredOrder, ip: string) => Promise<void>;

export interface OrderRoutesOptions {
  orders: OrdersRepository;
  accounts: AccountsRepository;
  authentication: Authentication;
  idempotency: Idempotency;
  attempts: AttemptLimits;
  /** Unpaid orders that one account may have. */
  maxUnpaidOrders: number;
  /** Absent where no e-mails are sent. */
  sendOrderMail: SendOrderMail | undefined;
  onResult: (result: OrderResult) => void;
}

const tokenSecurity = [{ token: [] }];

/** Characters of the shortest phone that finds an order. A shorter one could be guessed. */
const minPhoneLength = 6;

/** Order placement, the order list and order tracking. Specification 7. */
export const orderRoutes: FastifyPluginAsyncTypebox<OrderRoutesOptions> = async (app, options) => {
  const { orders, accounts, authentication, idempotency, attempts, maxUnpaidOrders, sendOrderMail, onResult } = options;
  app.addHook('onRequest', forbidCaching);

  app.post(
    '/orders',
    {
      onRequest: authentication.requireAccount,
      ...idempotency.hooks,
      onResponse: countFailure(() => onResult('failed')),
      schema: {
        tags: ['orders'],
        summary: 'Place an order',
        description:
          'The server sets the prices; `total` is the amount to pay. One unknown product rejects the whole order, and the message names it. `lines` may divide the pieces of `products` by size and colour; each line becomes an item. An account with too many unpaid orders is rejected with 409. The e-mail about the order is in the language of the request.',
        security: tokenSecurity,
        headers: Type.Object({ ...IdempotencyHeaders.properties, ...LanguageHeaders.properties }),
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
      await attempts.countOrder(request.ip, request.accountId);
      const order = await orders
        .create(request.accountId, request.body, {
          language: readLanguage(request),
          isMailed: sendOrderMail !== undefined,
          maxUnpaidOrders,
          beforeCommit: (transaction, created) =>
            idempotency.completeIn(transaction, request, 201, createOrderResponse(created)),
        })
        .catch((error: unknown) => {
          if (error instanceof HttpError) onResult('rejected');
          throw error;
        });
      onResult('placed');
      // The order is stored. An e-mail that fails does not fail the order.
      await sendOrderMail?.(order, request.ip);
      return reply.code(201).send(createOrderResponse(order));
    },
  );

  app.get(
    '/orders',
    {
      onRequest: authentication.requireAccount,
      schema: {
        tags: ['orders'],
        summary: 'A page of my orders, newest first',
        description:
          'The newest 100 without parameters. The header `X-Total-Count` is the number of orders on all pages. A page after the last page is empty.',
        security: tokenSecurity,
        querystring: OrderListQuery,
        response: { 200: Type.Array(OrderJson), 400: ErrorJson, 401: ErrorJson },
      },
    },
    async (request, reply) => {
      const { page = 1, limit = 100 } = request.query;
      const { orders: listed, total } = await orders.listByAccount(request.accountId, page, limit);
      void reply.header('x-total-count', total);
      return listed.map(createOrderResponse);
    },
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

      const refund = await attempts.countTracking(request.ip);
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
  const { phone } = order.shippingAddress;
  const typed = readPhone(contact) ?? normalizeText(contact);
  // An address may hold two numbers, or a text that is not a number: the same text then finds the order.
  if (typed.length >= minPhoneLength && typed === (readPhone(phone) ?? normalizeText(phone))) return true;
  const { email } = await accounts.getById(order.accountId);
  return normalizeEmail(contact) === email;
}

/** Creates the JSON of an order. Amounts are in rupees. Specification 3, "Order". */
function createOrderResponse(order: StoredOrder): OrderJson {
  const total = sumPaise(order.lines) / 100;
  return {
    id: order.id,
    status: order.status,
    createdAt: order.createdAt.toISOString(),
    items: order.lines.map(({ productId, title, quantity, pricePaise, size, color }) => ({
      id: productId,
      productTitle: title,
      quantity,
      price: pricePaise / 100,
      ...(size !== null && { size }),
      ...(color !== null && { color }),
    })),
    shippingAddress: order.shippingAddress,
    total,
    ...(order.hasNoMail && { emailSent: false }),
    ...(order.paymentMethod && { paymentMethod: order.paymentMethod }),
    ...(isDueOnDelivery(order) && { dueOnDelivery: total }),
  };
}
