import formBody from '@fastify/formbody';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ErrorJson } from '@shop/api-contract/schemas/error';
import { isDatabaseUnavailable } from '@shop/database/database-unavailable-error';
import { text } from '@shop/language/format-message';
import { getLanguagePrefix } from '@shop/remote-contract/languages';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { sendError } from '../errors/error-responses';
import { HttpError } from '../errors/http-error';
import { countFailure } from '../operation/store-api-metrics';
import { getStatusName } from '../orders/order-status';
import { getShopPage } from '../payments/payment-instructions';
import { isUpi } from '../payments/payment-methods';
import { isExpired, SignedPaymentTicket, type TicketSigner } from '../payments/payment-ticket';
import type { PaymentsRepository, StoredPayment } from '../payments/payments.repository';
import { readLanguage } from '../texts/texts';
import { type BankNotice, createBankPagePolicy, getPageLanguage, renderBankNotice, renderBankPage } from './bank-page';

export interface SandboxRoutesOptions {
  payments: PaymentsRepository;
  signer: TicketSigner;
  /** The shopper returns to it from the page of a ticket that is not valid. */
  shopUrl: string;
  /** Called for each request that an error of the server ends. */
  onFailure: () => void;
}

const DecisionForm = Type.Object({
  ...SignedPaymentTicket.properties,
  decision: Type.Union([Type.Literal('pay'), Type.Literal('decline')]),
});

const ConfirmationJson = Type.Object(
  {
    orderId: Type.String(),
    status: Type.Integer(),
    refund: Type.Optional(
      Type.Boolean({
        description: 'True when the order was paid otherwise or cancelled: the money is to be refunded.',
      }),
    ),
  },
  { $id: 'Confirmation' },
);

/** What the bank does about a ticket: ask the shopper, lead back to a page of the shop, or say why there is nothing to pay. */
type TicketState =
  | { kind: 'open'; payment: StoredPayment }
  | { kind: 'decided'; url: string }
  | ({ kind: 'closed'; status: number } & BankNotice);

/** Simulates the bank, so that each payment method works without one. Never enable it with real money. */
export const sandboxRoutes: FastifyPluginAsyncTypebox<SandboxRoutesOptions> = async (app, options) => {
  const { payments, signer, shopUrl, onFailure } = options;
  await app.register(formBody);
  app.addHook('onResponse', countFailure(onFailure));
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    if (!prefersHtml(request) || isDatabaseUnavailable(error)) return sendError(error, request, reply);
    const isRejection = error instanceof HttpError || error.validation !== undefined;
    if (!isRejection) request.log.error({ err: error }, 'bank page failed');
    const language = findLanguage(request);
    const notice: BankNotice = {
      title: text('This payment cannot go on'),
      note: error instanceof HttpError ? error.message : text('Please go back to the shop and try again.'),
      link: { url: `${shopUrl}${getLanguagePrefix(language)}/orders`, text: text('Back to my orders') },
    };
    return sendPage(reply.code(error.statusCode ?? 500), renderBankNotice(notice, language), shopUrl);
  });

  /** Finds out what there is to do about a ticket. A repeated request finds the outcome of the first. */
  async function readTicket(ticket: SignedPaymentTicket): Promise<TicketState> {
    if (!signer.verify(ticket)) throw new HttpError(403, text('The signature of this payment request is not valid.'));
    const { orderId } = ticket;
    const payment = await payments.findByReference(ticket.reference);
    if (payment?.status === 'accepted') {
      return { kind: 'decided', url: getShopPage(ticket.shopUrl, 'order-success', orderId) };
    }
    if (payment?.status === 'declined') {
      return { kind: 'decided', url: getShopPage(ticket.shopUrl, 'payment', orderId, 'declined') };
    }
    const orderStatus = payment && getStatusName(payment.orderStatus);
    if (orderStatus && orderStatus !== 'Pending') {
      return {
        kind: 'closed',
        status: 409,
        title: orderStatus === 'Cancelled' ? text('This order is cancelled.') : text('This order is already paid.'),
        note: text('Nothing is charged.'),
        link: { url: `${ticket.shopUrl}/orders/${encodeURIComponent(orderId)}`, text: text('Back to my order') },
      };
    }
    if (!payment || isExpired(ticket, Date.now())) {
      return {
        kind: 'closed',
        status: 410,
        title: text('This payment request has expired.'),
        note: text('Nothing was charged. You can pay again from the shop.'),
        link: { url: getShopPage(ticket.shopUrl, 'payment', orderId, 'expired'), text: text('Back to the payment') },
      };
    }
    return { kind: 'open', payment };
  }

  function send(state: TicketState, ticket: SignedPaymentTicket, request: FastifyRequest, reply: FastifyReply) {
    switch (state.kind) {
      case 'open':
        return sendPage(reply, renderBankPage(pickTicket(ticket)), ticket.shopUrl);
      case 'decided':
        return reply.redirect(state.url, 303);
      case 'closed':
        if (!prefersHtml(request)) throw new HttpError(state.status, state.title);
        return sendPage(
          reply.code(state.status),
          renderBankNotice(state, getPageLanguage(ticket.shopUrl)),
          ticket.shopUrl,
        );
    }
  }

  const showBankPage = async (ticket: SignedPaymentTicket, request: FastifyRequest, reply: FastifyReply) =>
    send(await readTicket(ticket), ticket, request, reply);

  const hidden = { hide: true };
  app.get('/sandbox/pay', { schema: { ...hidden, querystring: SignedPaymentTicket } }, (request, reply) =>
    showBankPage(request.query, request, reply),
  );
  app.post('/sandbox/pay', { schema: { ...hidden, body: SignedPaymentTicket } }, (request, reply) =>
    showBankPage(request.body, request, reply),
  );

  app.post('/sandbox/pay/decision', { schema: { ...hidden, body: DecisionForm } }, async (request, reply) => {
    const { decision, ...ticket } = request.body;
    const state = await readTicket(ticket);
    if (state.kind !== 'open') return send(state, ticket, request, reply);
    // Another request may decide at the same time. The shopper sees the decision that was stored.
    await (decision === 'pay' ? payments.settle(state.payment) : payments.decline(state.payment.reference));
    return send(await readTicket(ticket), ticket, request, reply);
  });

  app.post(
    '/sandbox/upi/:reference/confirm',
    {
      schema: {
        tags: ['sandbox'],
        summary: 'Simulate the bank: confirm a UPI payment',
        description:
          '`reference` is the `tr` of the UPI link. A Pending order becomes Processing. A repeated confirmation changes nothing. Money for an order that was paid otherwise or cancelled is recorded for a refund.',
        params: Type.Object({ reference: Type.String() }),
        response: { 200: ConfirmationJson, 404: ErrorJson },
      },
    },
    async (request) => {
      const reference = request.params.reference.toUpperCase();
      const payment = await payments.findByReference(reference);
      if (!payment || !isUpi(payment.method)) throw new HttpError(404, 'There is no such UPI payment.');
      await payments.receive(payment);
      const { orderId, orderStatus, surplusAt } = (await payments.findByReference(reference)) ?? payment;
      return { orderId, status: orderStatus, ...(surplusAt && { refund: true }) };
    },
  );
};

/** Returns the language of the page of the shop that a ticket names. It is only read, so it need not be signed. */
function findLanguage(request: FastifyRequest): string {
  const { shopUrl } = Object(request.body ?? request.query) as { shopUrl?: unknown };
  return typeof shopUrl === 'string' && URL.canParse(shopUrl) ? getPageLanguage(shopUrl) : readLanguage(request);
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
