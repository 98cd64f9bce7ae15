import type { PaymentField } from '@shop/api-contract/decoders/payment';

/** Specification 9. */
export const phonePrefix = '+91';
const nationalDigits = 10;
/** Characters of a complete number, prefix included. */
export const phoneLength = phonePrefix.length + nationalDigits;

/** Kinds of field a name may turn into a phone. A checkbox or a select called `phone_type` holds no number. */
const typedAsText = ['text', 'number'];

/** True for type tel, or a text field whose name contains 'phone'. Specification 5 "Payment dynamic fields". */
export function isPhoneField({ type, name }: Pick<PaymentField, 'type' | 'name'>): boolean {
  return type === 'tel' || (typedAsText.includes(type) && /phone/i.test(name));
}

/** Digits that fit after the prefix: 10, or maxLength less the prefix's three characters. */
function digitsAllowed({ rules }: Pick<PaymentField, 'rules'>): number {
  const { maxLength } = rules;
  return maxLength !== undefined && maxLength > phonePrefix.length ? maxLength - phonePrefix.length : nationalDigits;
}

/** What the prefix becomes when one of its characters is deleted. */
const woundedPrefixes = ['91', '+1', '+9'];

/**
 * Forces what was typed or pasted into '+91' and digits. A trunk 0, an international 00, and a country code that stands
 * twice are dropped.
 *
 * @param text What stands in the field: '+9198765', '098765 43210', '91-98765-43210'.
 * @param field The field, for its maxLength.
 * @param previous What stood in the field before, so that deleting into the prefix changes nothing.
 * @returns '+91' and up to 10 digits, or up to maxLength less 3.
 * @see Specification 5 "Payment dynamic fields"; Interpretation 24
 */
export function normalisePhone(text: string, field: Pick<PaymentField, 'rules'>, previous = ''): string {
  const typed = text.trim();
  if (phonePrefix.startsWith(typed)) return phonePrefix;
  const kept = previous.slice(phonePrefix.length);
  if (previous.startsWith(phonePrefix) && woundedPrefixes.some((wounded) => typed === wounded + kept)) return previous;
  const hasPrefix = typed.startsWith(phonePrefix);
  const allowed = digitsAllowed(field);
  let digits = nationalPart(hasPrefix ? typed.slice(phonePrefix.length) : typed);
  // Ten digits may begin with 91 by themselves, and eleven are a slip of the finger: twelve hold the country code.
  const withCountryCode = 2 + (hasPrefix ? Math.max(nationalDigits, allowed) : nationalDigits);
  if (digits.startsWith('91') && digits.length >= withCountryCode) digits = nationalPart(digits.slice(2));
  return phonePrefix + digits.slice(0, allowed);
}

/** Digits alone, without the zeros that a trunk call or an international call begins with. */
function nationalPart(text: string): string {
  return text.replace(/\D/g, '').replace(/^0+/, '');
}
