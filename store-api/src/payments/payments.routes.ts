import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ErrorJson } from '@shop/api-contract/schemas/error';
import { NewPaymentJson, PaymentFieldJson, PaymentResponseJson } from '@shop/api-contract/schemas/payment';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { HttpError } from '../errors/http-error';
import { normalizeOrderId } from '../orders/order-id';
import { getStatusName } from '../orders/order-status';
import { type OrdersRepository, type StoredOrder, sumPaise } from '../orders/orders.repository';
import { getPhoneKey } from '../orders/phone-number';
import { findSandboxDecline } from '../sandbox/sandbox-decline';
import type { AccountsRepository } from '../users/accounts.repository';
import type { Authentication } from '../users/authentication';
import { createPaymentForm } from './form/payment-form';
import { findPaymentFormError, normalizePhone, type PaymentValues } from './form/payment-form-validation';
import { createPaymentInstructions, type PaymentUrls } from './payment-instructions';
import { getPaymentMethods, type PaymentMethod } from './payment-methods';
import type { TicketSigner } from './payment-ticket';
import type { PaymentsRepository } from './payments.repository';

export interface PaymentRoutesOptions {
  payments: PaymentsRepository;
  orders: OrdersRepository;
  accounts: AccountsRepository;
  signedIn: Authentication;
  signer: TicketSigner;
  sandbox: boolean;
  /** Where this request's shopper is. */
  getPaymentUrls: (request: FastifyRequest) => PaymentUrls;
}

/** The payment form and what comes of sending it. Specification 7. */
export const paymentRoutes: FastifyPluginAsyncTypebox<PaymentRoutesOptions> = async (app, options) => {
  const { payments, orders, accounts, signedIn, signer, getPaymentUrls } = options;
  const methods = getPaymentMethods(options.sandbox);
  const blankForm = createPaymentForm(methods);
  app.addHook('onRequest', signedIn.required);

  app.get(
    '/payments/fields',
    {
      schema: {
        tags: ['payments'],
        summary: 'The payment form',
        description: 'Filled with what the shopper asked to remember, else with the phone of the last order.',
        security: [{ token: [] }],
        response: { 200: Type.Array(PaymentFieldJson), 401: ErrorJson },
      },
    },
    async ({ accountId }) => {
      const { savedMethod, savedPhone } = await accounts.byId(accountId);
      const phone = savedPhone ?? mobileOf((await orders.findNewestByAccount(accountId))?.shippingAddress.phone);
      return createPaymentForm(methods, {
        ...(savedMethod ? { method: savedMethod } : {}),
        ...(phone ? { phone } : {}),
      });
    },
  );

  app.post(
    '/payments',
    {
      schema: {
        tags: ['payments'],
        summary: 'Pay for an order',
        description: 'A form that is not filled well and a bank that says no are outcomes: `success` is false.',
        security: [{ token: [] }],
        body: NewPaymentJson,
        response: { 200: PaymentResponseJson, 400: ErrorJson, 401: ErrorJson, 404: ErrorJson, 409: ErrorJson },
      },
    },
    async (request) => {
      const order = await payableOrder(request.body.orderId, request.accountId);
      const values: PaymentValues = new Map(Object.entries(request.body.fields));
      const method = methods.find((name) => name === values.get('method'));
      const problem = findPaymentFormError(blankForm, values);
      if (problem || !method) return { success: false, error: problem ?? 'Please choose how to pay' };
      const refusal = findSandboxDecline(method, values);
      if (refusal) return { success: false, error: refusal };

      if (values.get('saveDetails') === 'true') await remember(request.accountId, method, values);
      const attempt = { orderId: order.id, method, amountPaise: sumPaise(order.lines) };
      if (method === 'Cash on delivery') {
        if ((await payments.acceptCashOnDelivery(attempt)) === 'accepted') return { success: true };
        // Paid or cancelled since we looked.
        await payableOrder(order.id, request.accountId);
        throw alreadyPaid();
      }
      const reference = await payments.start(attempt);
      const started = { reference, orderId: order.id, method, paise: attempt.amountPaise };
      return createPaymentInstructions(started, getPaymentUrls(request), signer);
    },
  );

  async function payableOrder(id: string, accountId: string): Promise<StoredOrder> {
    const order = await orders.byId(normalizeOrderId(id));
    if (order?.accountId !== accountId) throw new HttpError(404, 'Order not found or access denied');
    const status = getStatusName(order.status);
    if (status === 'Cancelled') throw new HttpError(409, 'This order is cancelled.');
    if (status !== 'Pending') throw alreadyPaid();
    return order;
  }

  async function remember(accountId: string, method: PaymentMethod, values: PaymentValues): Promise<void> {
    const savedPhone = normalizePhone(values.get('phone') ?? '');
    await accounts.rememberPayment(accountId, { savedMethod: method, savedPhone });
  }
};

function alreadyPaid(): HttpError {
  return new HttpError(409, 'This order is already paid.');
}

function mobileOf(text = ''): string | undefined {
  const phone = getPhoneKey(text);
  return phone !== undefined && /^[6-9]\d{9}$/.test(phone) ? `+91${phone}` : undefined;
}
