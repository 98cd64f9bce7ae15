import type { PaymentField } from '@shop/api-contract/decoders/payment';
import { isCardExpiryField } from '@shop/api-contract/payment-field-rules';
import { readCardExpiry, replaceDigits } from '@shop/api-contract/typed-text';
import { formatByMask } from './input-mask';

/** Tokens of the attribute `autocomplete`, with the names of fields that they fit, in lower case without marks. */
const cardTokens = [
  ['cc-csc', /cvv|cvc|csc|cvn|securitycode/],
  ['cc-exp-month', /exp.*month/],
  ['cc-exp-year', /exp.*year/],
  ['cc-number', /(?:card|cc)(?:number|num|no)$/],
  ['cc-name', /(?:card|cc)(?:holder)?name$|cardholder$|nameoncard/],
] as const;

/** Returns what the browser fills into a field of a card. Undefined for other fields. HTML, "Autofill". */
export function getCardToken({ name }: Pick<PaymentField, 'name'>): string | undefined {
  if (isCardExpiryField({ name })) return 'cc-exp';
  const letters = name.toLowerCase().replace(/[^a-z]/g, '');
  return cardTokens.find(([, names]) => names.test(letters))?.[0];
}

/** Masks of month and year: `99/99`. */
const monthMask = /^[90#]{2}\/[90#]{2}$/;

/** Tells whether the shopper may type the date of a card in any notation. A mask would make another date of `12/2030`. */
export const isExpiryByMask = (field: Pick<PaymentField, 'name' | 'mask'>): boolean =>
  isCardExpiryField(field) && monthMask.test(field.mask);

/**
 * Formats the month of a card while the shopper types: digits get the slash of the mask, and a year of four digits becomes one of
 * two. A text that was pasted or filled in is read as a whole. Any other text stays until the field loses the focus.
 *
 * @param previous Text before the keystroke.
 */
export function formatTypedExpiry(text: string, previous: string): string {
  const typed = replaceDigits(text).replace(/^(\d\d)[\s.-]$/, '$1/');
  const [, month, year = ''] = /^(\d\d)\/?(\d*)$/.exec(typed) ?? [];
  const isPasted = Math.abs(text.length - previous.length) > 1;
  const isWhole = isPasted || (month !== undefined && year.length === 4);
  const read = isWhole ? readCardExpiry(typed) : undefined;
  if (read !== undefined) return read;
  if (month === undefined && !/^\d*$/.test(typed)) return typed;
  return /^20\d{1,2}$/.test(year) ? `${month}/${year}` : formatByMask(typed, '99/99');
}
