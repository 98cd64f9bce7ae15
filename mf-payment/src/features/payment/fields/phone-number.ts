import type { PaymentField } from '@shop/api-contract/decoders/payment';
import { phonePrefix } from '@shop/api-contract/payment-field-rules';
import { normalizeText, readMobileNumber } from '@shop/api-contract/typed-text';

const nationalDigits = 10;
/** Characters of a complete number, including the prefix. */
export const phoneLength = phonePrefix.length + nationalDigits;

/** Maximum number of digits after the prefix: 10, or maxLength minus the prefix's three characters. */
function getMaxDigits({ rules }: Pick<PaymentField, 'rules'>): number {
  const { maxLength } = rules;
  return maxLength !== undefined && maxLength > phonePrefix.length ? maxLength - phonePrefix.length : nationalDigits;
}

/** The prefix after one of its characters was deleted. */
const damagedPrefixes = ['91', '+1', '+9'];

/**
 * Normalizes typed or pasted text to '+91' and digits, of any script. Drops a trunk 0, an international 00 and a repeated country code.
 *
 * @param text Text of the field: '+9198765', '098765 43210', '91-98765-43210'.
 * @param field The field, for its maxLength.
 * @param previous Text before the keystroke. Deleting a character of the prefix restores it.
 * @returns '+91' and up to 10 digits, or up to maxLength minus 3.
 * @see Specification 5 "Payment dynamic fields"; Interpretation 24
 */
export function normalizePhone(text: string, field: Pick<PaymentField, 'rules'>, previous = ''): string {
  const typed = normalizeText(text);
  if (phonePrefix.startsWith(typed)) return phonePrefix;
  const digitsBefore = previous.slice(phonePrefix.length);
  if (previous.startsWith(phonePrefix) && damagedPrefixes.some((damaged) => typed === damaged + digitsBefore))
    return previous;
  const hasPrefix = typed.startsWith(phonePrefix);
  const maxDigits = getMaxDigits(field);
  const mobile = readMobileNumber(typed.replace(/^\+91(?=\D)/, ''));
  if (mobile && maxDigits === nationalDigits) return mobile;
  let digits = findNationalDigits(hasPrefix ? typed.slice(phonePrefix.length) : typed);
  // Ten digits may start with 91, and an eleventh digit is a typing error. Twelve digits include the country code.
  const withCountryCode = 2 + (hasPrefix ? Math.max(nationalDigits, maxDigits) : nationalDigits);
  if (digits.startsWith('91') && digits.length >= withCountryCode) digits = findNationalDigits(digits.slice(2));
  return phonePrefix + digits.slice(0, maxDigits);
}

interface PhoneText {
  text: string;
  /** Undefined when the browser does not tell. */
  caret: number | undefined;
}

/**
 * Moves what was typed before or inside of the prefix behind it: `9+91` after `+91` becomes `+919`.
 *
 * @param typed Text of the field after a keystroke, with its caret.
 * @param previous Text before the keystroke.
 */
export function moveBehindPrefix(typed: PhoneText, previous: string): PhoneText {
  const { text, caret } = typed;
  if (caret === undefined || !previous.startsWith(phonePrefix)) return typed;
  const after = text.slice(caret);
  const digits = previous.slice(phonePrefix.length);
  const before = previous.slice(0, previous.length - after.length);
  const isInPrefix = after.length > digits.length && previous.endsWith(after) && text.startsWith(before);
  const inserted = text.slice(before.length, caret);
  if (!isInPrefix || inserted === '') return typed;
  return { text: phonePrefix + inserted + digits, caret: phonePrefix.length + inserted.length };
}

/** Returns the digits without leading zeros (trunk prefix 0, international prefix 00). */
function findNationalDigits(text: string): string {
  return text.replace(/\D/g, '').replace(/^0+/, '');
}
