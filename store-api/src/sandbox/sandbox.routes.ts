import formBody from '@fastify/formbody';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ErrorJson } from '@shop/api-contract/schemas/error';
import { isDatabaseUnavailable } from '@shop/database/database-unavailable-error';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { sendError } from '../errors/error-responses';
import { HttpError } from '../errors/http-error';
import { getStatusCode } from '../orders/order-status';
import { getShopPage } from '../payments/payment-instructions';
import { isUpi } from '../payments/payment-methods';
import { isExpired, SignedPaymentTicket, type TicketSigner } from '../payments/payment-ticket';
import type { PaymentsRepository } from '../payments/payments.repository';
import { createBankPagePolicy, renderBankErrorPage, renderBankPage } from './bank-page';

export interface SandboxRoutesOptions {
  payments: PaymentsRepository;
  signer: TicketSigner;
  /** The shopper returns to it from an error page. */
  shopUrl: string;
}

const DecisionForm = Type.Object({
  ...SignedPaymentTicket.properties,
  decision: Type.Union([Type.Literal('pay'), Type.Literal('decline')]),
});

const ConfirmationJson = Type.Object({ orderId: Type.String(), status: Type.Integer() }, { $id: 'Confirmation' });

/** Simulates the bank, so that each payment method works without one. Never enable it with real money. */
export const sandboxRoutes: FastifyPluginAsyncTypebox<SandboxRoutesOptions> = async (app, options) => {
  const { payments, signer, shopUrl } = options;
  await app.register(formBody);
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    if (!prefersHtml(request) || isDatabaseUnavailable(error)) return sendError(error, request, reply);
    const isRejection = error instanceof HttpError || error.validation !== undefined;
    if (!isRejection) request.log.error({ err: error }, 'bank page failed');
    const message = error instanceof HttpError ? error.message : 'Please go back to the shop and try again.';
    const status = error.statusCode ?? 500;
    return sendPage(reply.code(status), renderBankErrorPage(message, shopUrl), shopUrl);
  });

  async function getOpenPayment(ticket: SignedPaymentTicket) {
    if (!signer.verify(ticket)) throw new HttpError(403, 'The signature of this payment request is not valid.');
    if (isExpired(ticket, Date.now())) throw new HttpError(410, 'This payment request has expired.');
    const payment = await payments.findByReference(ticket.reference);
    if (payment?.status !== 'started') throw createAlreadyDecidedError();
    return payment;
  }

  async function showBankPage(ticket: SignedPaymentTicket, reply: FastifyReply) {
    await getOpenPayment(ticket);
    return sendPage(reply, renderBankPage(pickTicket(ticket)), ticket.shopUrl);
  }

  const hidden = { hide: true };
  app.get('/sandbox/pay', { schema: { ...hidden, querystring: SignedPaymentTicket } }, (request, reply) =>
    showBankPage(request.query, reply),
  );
  app.post('/sandbox/pay', { schema: { ...hidden, body: SignedPaymentTicket } }, (request, reply) =>
    showBankPage(request.body, reply),
  );

  app.post('/sandbox/pay/decision', { schema: { ...hidden, body: DecisionForm } }, async (request, reply) => {
    const { decision, ...ticket } = request.body;
    const payment = await getOpenPayment(ticket);
    if (decision === 'decline') {
      if ((await payments.decline(payment.reference)) === 'settled') throw createAlreadyDecidedError();
      return reply.redirect(getShopPage(ticket.shopUrl, 'payment', ticket.orderId), 303);
    }
    if ((await payments.settle(payment)) === 'settled') throw createAlreadyDecidedError();
    return reply.redirect(getShopPage(ticket.shopUrl, 'order-success', ticket.orderId), 303);
  });

  app.post(
    '/sandbox/upi/:reference/confirm',
    {
      schema: {
        tags: ['sandbox'],
        summary: 'Simulate the bank: confirm a UPI payment',
        description: '`reference` is the `tr` of the UPI link. The order becomes Processing.',
        params: Type.Object({ reference: Type.String() }),
        response: { 200: ConfirmationJson, 404: ErrorJson, 409: ErrorJson },
      },
    },
    async (request) => {
      const payment = await payments.findByReference(request.params.reference.toUpperCase());
      if (!payment || !isUpi(payment.method)) throw new HttpError(404, 'There is no such UPI payment.');
      if ((await payments.settle(payment)) === 'settled') throw createAlreadyDecidedError();
      return { orderId: payment.orderId, status: getStatusCode('Processing') };
    },
  );
};

function createAlreadyDecidedError(): HttpError {
  return new HttpError(409, 'This payment has been decided already, or its order is paid or cancelled.');
}

/** Removes `type` and `url`, which the posted form also contains (Interpretation 32). */
function pickTicket({ reference, orderId, amount, currency, shopUrl, expires, signature }: SignedPaymentTicket) {
  return { reference, orderId, amount, currency, shopUrl, expires, signature };
}

function sendPage(reply: FastifyReply, html: string, shopUrl: string) {
  return reply
    .headers({ 'content-security-policy': createBankPagePolicy(shopUrl), 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(html);
}

function prefersHtml(request: FastifyRequest): boolean {
  return (request.headers.accept ?? '').includes('text/html');
}
