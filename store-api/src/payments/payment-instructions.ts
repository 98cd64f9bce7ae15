import type { PaymentResponseJson } from '@shop/api-contract/schemas/payment';
import { storeIdentity } from '../../catalog/store-identity';
import type { PaymentMethod } from './payment-methods';
import type { SignedPaymentTicket, TicketSigner } from './payment-ticket';

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
  /** The shopper returns to it. It ends with the prefix of the language: `https://shop.example/hi`. */
  shop: string;
}

/** How a payment at the bank ended without money. The payment page of the shop describes it. */
export type UnpaidOutcome = 'declined' | 'expired';

/**
 * Returns the address of a page of the shop about an order, after its payment.
 *
 * @param shopUrl As in `PaymentUrls`.
 * @param outcome For the payment page, when no money was taken.
 */
export function getShopPage(
  shopUrl: string,
  page: 'payment' | 'order-success',
  orderId: string,
  outcome?: UnpaidOutcome,
): string {
  const query = new URLSearchParams({ orderId, ...(outcome && { outcome }) });
  return `${shopUrl}/${page}?${query.toString()}`;
}

/**
 * Creates the response that tells the browser the next step of a payment. Specification 3 "Payment request and response" and 4; Interpretation
 * 32.
 */
export function createPaymentInstructions(
  payment: StartedPayment,
  urls: PaymentUrls,
  signer: TicketSigner,
  upiPayee: string,
): PaymentResponseJson {
  const bankPage = `${urls.api}/sandbox/pay`;
  switch (payment.method) {
    case 'Card': {
      const formParams = { type: 'card', url: bankPage, data: { ...createTicket(payment, urls, signer) } };
      return { success: true, action: { type: 'redirect_post', redirectUrl: bankPage, formParams } };
    }
    case 'UPI app':
      return { success: true, action: { type: 'deeplink', redirectUrl: createUpiLink(payment, upiPayee) } };
    case 'UPI QR code':
      return { success: true, action: { type: 'qr', qr: createUpiLink(payment, upiPayee) } };
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

/**
 * Creates a UPI payment link: `upi://pay?pa=…&pn=…&tr=…&tn=…&am=1234.50&cu=INR`.
 *
 * @see NPCI, UPI Linking Specifications 1.6: `pa` and `pn` are mandatory, `am` is rupees with two decimals, `tr` has at most 35
 * letters and digits, `tn` at most 50 characters.
 * @param payee UPI address that gets the money, such as `shop@bank`.
 */
export function createUpiLink(
  { reference, orderId, paise }: Pick<StartedPayment, 'reference' | 'orderId' | 'paise'>,
  payee: string,
) {
  const parameters = {
    // The @ is not encoded, because payment apps compare the address before they decode it.
    pa: encodeURIComponent(payee).replace('%40', '@'),
    pn: encodeURIComponent(storeIdentity.storeName),
    tr: encodeURIComponent(reference),
    tn: encodeURIComponent(`Order ${orderId}`.slice(0, 50)),
    am: (paise / 100).toFixed(2),
    cu: 'INR',
  };
  return `upi://pay?${Object.entries(parameters)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')}`;
}
