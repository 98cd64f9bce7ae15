import type { PaymentResponseJson } from '@shop/api-contract/schemas/payment';
import { upiPayee } from '../../catalog/store-identity';
import type { PaymentMethod } from './payment-methods';
import type { SignedPaymentTicket, TicketSigner } from './payment-ticket';
import { createUpiLink } from './upi-link';

/** How long a shopper may take on the bank's page. */
const ticketLifetimeMs = 30 * 60 * 1000;

/** A payment that was noted and waits for its shopper. */
export interface StartedPayment {
  reference: string;
  orderId: string;
  method: Exclude<PaymentMethod, 'Cash on delivery'>;
  paise: number;
}

/** Where the shopper is and comes back to: addresses without a trailing slash. */
export interface PaymentUrls {
  api: string;
  storefront: string;
}

/**
 * What the browser does next, by way of paying. Specification 3 "Payment request and response" and 4; Interpretation
 * 32.
 */
export function createPaymentInstructions(
  payment: StartedPayment,
  places: PaymentUrls,
  signer: TicketSigner,
): PaymentResponseJson {
  const bankPage = `${places.api}/sandbox/pay`;
  switch (payment.method) {
    case 'Card': {
      const formParams = { type: 'card', url: bankPage, data: { ...ticketFor(payment, places, signer) } };
      return { success: true, action: { type: 'redirect_post', redirectUrl: bankPage, formParams } };
    }
    case 'UPI app':
      return { success: true, action: { type: 'deeplink', redirectUrl: linkFor(payment) } };
    case 'UPI QR code':
      return { success: true, action: { type: 'qr', qr: linkFor(payment) } };
    case 'Net banking':
    case 'Wallet': {
      const query = new URLSearchParams({ ...ticketFor(payment, places, signer) });
      return { success: true, redirectUrl: `${bankPage}?${query.toString()}` };
    }
  }
}

function ticketFor(payment: StartedPayment, { storefront }: PaymentUrls, signer: TicketSigner): SignedPaymentTicket {
  return signer.sign({
    reference: payment.reference,
    orderId: payment.orderId,
    amount: (payment.paise / 100).toFixed(2),
    currency: 'INR',
    storefront,
    expires: String(Date.now() + ticketLifetimeMs),
  });
}

function linkFor({ reference, orderId, paise }: StartedPayment): string {
  return createUpiLink({
    payeeAddress: upiPayee.address,
    payeeName: upiPayee.name,
    reference,
    note: `Order ${orderId}`,
    paise,
  });
}
