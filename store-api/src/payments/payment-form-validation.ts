import { getVisibleFields, isFieldFilled, isPhoneField } from '@shop/api-contract/payment-field-rules';
import type { PaymentFieldJson } from '@shop/api-contract/schemas/payment';
import { getPhoneKey } from '../orders/phone-number';

/** Field name to value, as the form posts them. It is a Map because the client may send a name such as `__proto__`. */
export type PaymentValues = ReadonlyMap<string, string>;

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/**
 * Validates a payment form by the rules of its fields. The browser applies the same rules first, but only this validation
 * is binding. Specification 5, "Payment dynamic fields".
 *
 * @returns A message to the shopper about the first invalid field, or undefined when the form is valid.
 */
export function findPaymentFormError(fields: PaymentFieldJson[], values: PaymentValues): string | undefined {
  for (const field of getVisibleFields(fields, (name) => values.get(name) ?? '')) {
    const error = findFieldError(field, values.get(field.name) ?? '');
    if (error) return error;
  }
  return undefined;
}

/** Normalizes a phone number in any notation to the form `+919876543210`. Other text is only trimmed. */
export function normalizePhone(text: string): string {
  const key = getPhoneKey(text);
  return key?.length === 10 ? `+91${key}` : text.trim();
}

function findFieldError(field: PaymentFieldJson, rawValue: string): string | undefined {
  const { type, label, options, rules = {}, rulesMessages = [] } = field;
  const message = rulesMessages[0];
  if (!isFieldFilled(field, rawValue)) {
    return rules.required ? (message ?? `${label}: this field is required`) : undefined;
  }
  if (type === 'checkbox') return undefined;
  const value = isPhoneField(field) ? normalizePhone(rawValue) : rawValue.trim();
  if (type === 'email' && !emailPattern.test(value)) return 'Please enter a valid email address';
  const isValid =
    value.length >= (rules.minLength ?? 0) &&
    value.length <= (rules.maxLength ?? 2000) &&
    new RegExp(rules.pattern ?? '').test(value) &&
    (!options || options.some((option) => (typeof option === 'string' ? option : option.value) === value));
  return isValid ? undefined : (message ?? `${label}: this value is not valid`);
}
