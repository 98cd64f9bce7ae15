import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ErrorJson } from '@shop/api-contract/schemas/error';
import { NewPaymentJson, PaymentFieldJson, PaymentResponseJson } from '@shop/api-contract/schemas/payment';
import { readMobileNumber } from '@shop/api-contract/typed-text';
import { text } from '@shop/language/format-message';
import { sourceLanguage } from '@shop/remote-contract/languages';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { HttpError } from '../errors/http-error';
import { forbidCaching } from '../http/cache-headers';
import { type Idempotency, IdempotencyHeaders } from '../idempotency/idempotency';
import { countFailure } from '../operation/store-api-metrics';
import { getStatusName } from '../orders/order-status';
import { type OrdersRepository, type StoredOrder, sumPaise } from '../orders/orders.repository';
import { createTexts, LanguageHeaders, readLanguage } from '../texts/texts';
import type { AccountsRepository } from '../users/accounts.repository';
import type { AttemptLimits } from '../users/attempt-limits';
import type { Authentication } from '../users/authentication';
import { createPaymentForm, pickPaymentNotes, translatePaymentForm } from './payment-form';
import { findPaymentFormError, type PaymentValues, readPaymentValues } from './payment-form-validation';
import { createPaymentInstructions, getShopPage, type PaymentUrls } from './payment-instructions';
import { findSandboxDecline, getPaymentMethods, type PaymentMethod } from './payment-methods';
import type { TicketSigner } from './payment-ticket';
import type { PaymentsRepository } from './payments.repository';

export interface PaymentRoutesOptions {
  payments: PaymentsRepository;
  orders: OrdersRepository;
  accounts: AccountsRepository;
  authentication: Authentication;
  idempotency: Idempotency;
  signer: TicketSigner;
  sandbox: boolean;
  /** UPI address that gets the money of shoppers. */
  upiPayee: string | undefined;
  attempts: AttemptLimits;
  /** Receives why a payment was not started. */
  onRejected: (reason: 'invalid' | 'declined' | 'failed') => void;
  /** Returns the URLs of the API, and of the shop in the language of the request. */
  getPaymentUrls: (request: FastifyRequest) => PaymentUrls;
}

/** The payment form and payment attempts. Specification 7. */
export const paymentRoutes: FastifyPluginAsyncTypebox<PaymentRoutesOptions> = async (app, options) => {
  const { payments, orders, accounts, authentication, attempts, idempotency, signer, onRejected } = options;
  const methods = getPaymentMethods(options.sandbox, options.upiPayee);
  app.addHook('onRequest', forbidCaching);
  app.addHook('onRequest', authentication.requireAccount);

  app.get(
    '/payments/fields',
    {
      schema: {
        tags: ['payments'],
        summary: 'The payment form',
        description:
          'The defaults are those that the shopper saved, else the phone of the last order. `saveDetails` is ticked while some are saved. The texts are in the language of the request, which `Content-Language` repeats.',
        security: [{ token: [] }],
        headers: LanguageHeaders,
        response: { 200: Type.Array(PaymentFieldJson), 401: ErrorJson },
      },
    },
    async (request, reply) => {
      const { accountId } = request;
      const { savedMethod, savedPhone } = await accounts.getById(accountId);
      const [lastOrder] = savedPhone ? [] : (await orders.listByAccount(accountId, 1, 1)).orders;
      const phone = savedPhone ?? readMobileNumber(lastOrder?.shippingAddress.phone ?? '');
      const form = createPaymentForm(methods, {
        ...(savedMethod ? { method: savedMethod } : {}),
        ...(phone ? { phone } : {}),
        areSaved: savedMethod !== null,
      });
      const language = readLanguage(request);
      void reply.header('content-language', language);
      return language === sourceLanguage ? form : translatePaymentForm(form, createTexts(language));
    },
  );

  app.post(
    '/payments',
    {
      ...idempotency.hooks,
      onResponse: countFailure(() => onRejected('failed')),
      schema: {
        tags: ['payments'],
        summary: 'Pay for an order',
        description:
          'An invalid form and a declined payment have the status 200 and `success: false`. Their error is in the language of the request, which `Content-Language` repeats. The shopper returns to a page in this language. `saveDetails` saves the phone and the method with `true` and forgets them with `false`.',
        security: [{ token: [] }],
        headers: Type.Object({ ...IdempotencyHeaders.properties, ...LanguageHeaders.properties }),
        body: NewPaymentJson,
        response: {
          200: PaymentResponseJson,
          400: ErrorJson,
          401: ErrorJson,
          404: ErrorJson,
          409: ErrorJson,
          422: ErrorJson,
          429: ErrorJson,
        },
      },
    },
    async (request, reply) => {
      await attempts.countPayment(request.ip, request.accountId);
      const order = await getPayableOrder(request.body.orderId, request.accountId);
      const form = createPaymentForm(methods);
      const values = readPaymentValues(form, request.body.fields);
      const method = methods.find((name) => name === values.get('method'));
      const formError = findPaymentFormError(form, values);
      const reject = (reason: 'invalid' | 'declined', error: string) => {
        onRejected(reason);
        const language = readLanguage(request);
        void reply.header('content-language', language);
        return { success: false, error: createTexts(language)(error) };
      };
      if (formError || !method) return reject('invalid', formError ?? text('Please choose how to pay'));
      const decline = findSandboxDecline(method, values);
      if (decline) return reject('declined', decline);

      await saveDefaults(request.accountId, method, values);
      const attempt = {
        orderId: order.id,
        method,
        amountPaise: sumPaise(order.lines),
        notes: pickPaymentNotes(form, values),
      };
      if (method === 'Cash on delivery') {
        if ((await payments.acceptCashOnDelivery(attempt)) === 'accepted') {
          const { shop } = options.getPaymentUrls(request);
          return { success: true, redirectUrl: getShopPage(shop, 'order-success', order.id) };
        }
        // Another request paid or cancelled the order in the meantime.
        await getPayableOrder(order.id, request.accountId);
        throw createAlreadyPaidError();
      }
      const reference = await payments.start(attempt);
      const started = { reference, orderId: order.id, method, paise: attempt.amountPaise };
      return createPaymentInstructions(started, options.getPaymentUrls(request), signer, options.upiPayee ?? '');
    },
  );

  /** Reads the id exactly, as the payment page does: under another spelling the page has shown no amount. */
  async function getPayableOrder(id: string, accountId: string): Promise<StoredOrder> {
    const order = await orders.findById(id);
    if (order?.accountId !== accountId) throw new HttpError(404, 'Order not found or access denied');
    const status = getStatusName(order.status);
    if (status === 'Cancelled') throw new HttpError(409, text('This order is cancelled.'));
    if (status !== 'Pending') throw createAlreadyPaidError();
    return order;
  }

  /** Saves or forgets the defaults, as the shopper chose. A client without the choice changes nothing. */
  async function saveDefaults(accountId: string, method: PaymentMethod, values: PaymentValues): Promise<void> {
    const choice = values.get('saveDetails');
    if (!choice) return;
    const isSaved = choice === 'true';
    await accounts.savePaymentDefaults(accountId, {
      savedMethod: isSaved ? method : null,
      savedPhone: isSaved ? (values.get('phone') ?? '') : null,
    });
  }
};

function createAlreadyPaidError(): HttpError {
  return new HttpError(409, text('This order is already paid.'));
}
