import formBody from '@fastify/formbody';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ErrorJson } from '@shop/api-contract/schemas/error';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { sendError } from '../errors/error-responses';
import { HttpError } from '../errors/http-error';
import { getStatusCode } from '../orders/order-status';
import { isUpi } from '../payments/payment-methods';
import { isExpired, type PaymentTicket, SignedPaymentTicket, type TicketSigner } from '../payments/payment-ticket';
import type { PaymentsRepository } from '../payments/payments.repository';
import { bankFailurePage, bankPage, bankPagePolicy } from './bank-page';

export interface SandboxRoutesOptions {
  payments: PaymentsRepository;
  signer: TicketSigner;
  /** Where a shopper goes from a page that does not know better. */
  storefrontUrl: string;
}

const Decision = Type.Object({
  ...SignedPaymentTicket.properties,
  decision: Type.Union([Type.Literal('pay'), Type.Literal('decline')]),
});

const Confirmed = Type.Object({ orderId: Type.String(), status: Type.Integer() }, { $id: 'Confirmed' });

/** Plays the bank, so that every way to pay can be walked to its end without one. Never on with real money. */
export const sandboxRoutes: FastifyPluginAsyncTypebox<SandboxRoutesOptions> = async (app, options) => {
  const { payments, signer, storefrontUrl } = options;
  await app.register(formBody);
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    if (!prefersHtml(request)) return sendError(error, request, reply);
    const refused = error instanceof HttpError || error.validation !== undefined;
    if (!refused) request.log.error({ err: error }, 'bank page failed');
    const message = error instanceof HttpError ? error.message : 'Please go back to the shop and try again.';
    const status = error.statusCode ?? 500;
    return sendPage(reply.code(status), bankFailurePage(message, storefrontUrl), storefrontUrl);
  });

  async function openPayment(ticket: SignedPaymentTicket) {
    if (!signer.verify(ticket)) throw new HttpError(403, 'This payment request has been changed on its way.');
    if (isExpired(ticket, Date.now())) throw new HttpError(410, 'This payment request has expired.');
    const payment = await payments.findByReference(ticket.reference);
    if (payment?.status !== 'started') throw alreadyDecided();
    return payment;
  }

  async function showBankPage(ticket: SignedPaymentTicket, reply: FastifyReply) {
    await openPayment(ticket);
    return sendPage(reply, bankPage(onlyTicket(ticket)), ticket.storefront);
  }

  const hidden = { hide: true };
  app.get('/sandbox/pay', { schema: { ...hidden, querystring: SignedPaymentTicket } }, (request, reply) =>
    showBankPage(request.query, reply),
  );
  app.post('/sandbox/pay', { schema: { ...hidden, body: SignedPaymentTicket } }, (request, reply) =>
    showBankPage(request.body, reply),
  );

  app.post('/sandbox/pay/decision', { schema: { ...hidden, body: Decision } }, async (request, reply) => {
    const { decision, ...ticket } = request.body;
    const payment = await openPayment(ticket);
    if (decision === 'decline') {
      if ((await payments.decline(payment.reference)) === 'over') throw alreadyDecided();
      return reply.redirect(shopPage(ticket, 'payment'), 303);
    }
    if ((await payments.settle(payment)) === 'over') throw alreadyDecided();
    return reply.redirect(shopPage(ticket, 'order-success'), 303);
  });

  app.post(
    '/sandbox/upi/:reference/confirm',
    {
      schema: {
        tags: ['sandbox'],
        summary: 'Play the bank: a UPI payment has arrived',
        description: '`reference` is the `tr` of the UPI link. The order becomes Processing.',
        params: Type.Object({ reference: Type.String() }),
        response: { 200: Confirmed, 404: ErrorJson, 409: ErrorJson },
      },
    },
    async (request) => {
      const payment = await payments.findByReference(request.params.reference.toUpperCase());
      if (!payment || !isUpi(payment.method)) throw new HttpError(404, 'There is no such UPI payment.');
      if ((await payments.settle(payment)) === 'over') throw alreadyDecided();
      return { orderId: payment.orderId, status: getStatusCode('Processing') };
    },
  );
};

function alreadyDecided(): HttpError {
  return new HttpError(409, 'This payment has been decided already, or its order is paid or cancelled.');
}

function shopPage({ storefront, orderId }: PaymentTicket, page: 'payment' | 'order-success'): string {
  return `${storefront}/${page}?orderId=${encodeURIComponent(orderId)}`;
}

/** The posted form also carries `type` and `url` (Interpretation 32); they do not travel on. */
function onlyTicket({ reference, orderId, amount, currency, storefront, expires, signature }: SignedPaymentTicket) {
  return { reference, orderId, amount, currency, storefront, expires, signature };
}

function sendPage(reply: FastifyReply, html: string, storefront: string) {
  return reply
    .headers({ 'content-security-policy': bankPagePolicy(storefront), 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(html);
}

function prefersHtml(request: FastifyRequest): boolean {
  return (request.headers.accept ?? '').includes('text/html');
}
