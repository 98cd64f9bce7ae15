import type { PaymentResponseJson } from '@shop/api-contract/schemas/payment';
import { upiPayee } from '../../catalog/store-identity';
import type { PaymentMethod } from './payment-methods';
import type { SignedPaymentTicket, TicketSigner } from './payment-ticket';
import { createUpiLink } from './upi-link';

/** Time that a shopper has on the bank page. */
const ticketLifetimeMs = 30 * 60 * 1000;

/** A payment that waits for the shopper. */
export interface StartedPayment {
  reference: string;
  orderId: string;
  method: Exclude<PaymentMethod, 'Cash on delivery'>;
  paise: number;
}

/** URLs of a payment, without a trailing slash. */
export interface PaymentUrls {
  api: string;
  /** The shopper returns to it. */
  shop: string;
}

/**
 * Creates the response that tells the browser the next step of a payment. Specification 3 "Payment request and response" and 4; Interpretation
 * 32.
 */
export function createPaymentInstructions(
  payment: StartedPayment,
  urls: PaymentUrls,
  signer: TicketSigner,
): PaymentResponseJson {
  const bankPage = `${urls.api}/sandbox/pay`;
  switch (payment.method) {
    case 'Card': {
      const formParams = { type: 'card', url: bankPage, data: { ...createTicket(payment, urls, signer) } };
      return { success: true, action: { type: 'redirect_post', redirectUrl: bankPage, formParams } };
    }
    case 'UPI app':
      return { success: true, action: { type: 'deeplink', redirectUrl: createLink(payment) } };
    case 'UPI QR code':
      return { success: true, action: { type: 'qr', qr: createLink(payment) } };
    case 'Net banking':
    case 'Wallet': {
      const query = new URLSearchParams({ ...createTicket(payment, urls, signer) });
      return { success: true, redirectUrl: `${bankPage}?${query.toString()}` };
    }
  }
}

function createTicket(payment: StartedPayment, { shop }: PaymentUrls, signer: TicketSigner): SignedPaymentTicket {
  return signer.sign({
    reference: payment.reference,
    orderId: payment.orderId,
    amount: (payment.paise / 100).toFixed(2),
    currency: 'INR',
    shopUrl: shop,
    expires: String(Date.now() + ticketLifetimeMs),
  });
}

function createLink({ reference, orderId, paise }: StartedPayment): string {
  return createUpiLink({
    payeeAddress: upiPayee.address,
    payeeName: upiPayee.name,
    reference,
    note: `Order ${orderId}`,
    paise,
  });
}
