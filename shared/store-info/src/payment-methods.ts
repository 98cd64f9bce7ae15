import { type Texts, text } from '@shop/language/texts';

/** Payment methods of the store API, marked for their translations. */
const translatedMethods: readonly string[] = [
  text('UPI app'),
  text('UPI QR code'),
  text('Card'),
  text('Net banking'),
  text('Wallet'),
  text('Cash on delivery'),
];

/**
 * Gives the name of a payment method in the language of the page. A name that is not here stays as the store API sends it.
 *
 * @example translatePaymentMethod('Card', t) // 'कार्ड' on a Hindi page
 */
export const translatePaymentMethod = (method: string, t: Texts): string =>
  translatedMethods.includes(method) ? t(method) : method;
