import { text } from '@shop/language/format-message';
import type { PaymentValues } from './payment-form-validation';

/** Payment methods, by their names in the payment form. */
export const paymentMethods = [
  text('UPI app'),
  text('UPI QR code'),
  text('Card'),
  text('Net banking'),
  text('Wallet'),
  text('Cash on delivery'),
] as const;

export type PaymentMethod = (typeof paymentMethods)[number];

/**
 * Returns the available methods: all of them with the sandbox bank, else those that need no bank. Without a payee no method asks
 * a shopper for money before the delivery.
 *
 * @param upiPayee UPI address that gets the money. Undefined: UPI is not available.
 */
export function getPaymentMethods(sandbox: boolean, upiPayee: string | undefined): PaymentMethod[] {
  return paymentMethods.filter((method) => {
    if (method === 'Cash on delivery') return true;
    return isUpi(method) ? upiPayee !== undefined : sandbox;
  });
}

export function isUpi(method: PaymentMethod): boolean {
  return method === 'UPI app' || method === 'UPI QR code';
}

/**
 * Finds out whether the sandbox bank declines a payment, so that developers can test failures. It declines card numbers
 * that end in 0002 and the UPI id `fail@upi`.
 *
 * @returns A message for the shopper in English, or undefined when the bank does not decline.
 */
export function findSandboxDecline(method: PaymentMethod, values: PaymentValues): string | undefined {
  const card = (values.get('cardNumber') ?? '').replace(/\D/g, '');
  if (method === 'Card' && card.endsWith('0002')) {
    return text('Your bank declined this card. No money was taken. Please try another card or way to pay.');
  }
  const upiId = (values.get('upiId') ?? '').trim().toLowerCase();
  if (isUpi(method) && upiId === 'fail@upi') {
    return text('The UPI request was declined. No money was taken. Please check the UPI id or try another way to pay.');
  }
  return undefined;
}
