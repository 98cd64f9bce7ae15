import type { PaymentFieldJson } from '@shop/api-contract/schemas/payment';
import { getPhoneKey } from '../../orders/phone-number';

/** Name to value, as the form posts them. A Map: names come from outside, and `__proto__` is one they may use. */
export type PaymentValues = ReadonlyMap<string, string>;

const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/**
 * Checks a filled payment form by the rules the form itself states. A browser checks them too; this is the check that
 * counts. Specification 5, "Payment dynamic fields".
 *
 * @returns A message for the shopper about the first field that is wrong, or undefined.
 */
export function findPaymentFormError(fields: PaymentFieldJson[], values: PaymentValues): string | undefined {
  for (const field of fields) {
    if (!isVisible(field, fields, values)) continue;
    const problem = fieldProblem(field, filledIn(field, values));
    if (problem) return problem;
  }
  return undefined;
}

/** A phone however it is written, in the form `+919876543210`; other text as it is. */
export function normalizePhone(text: string): string {
  const key = getPhoneKey(text);
  return key?.length === 10 ? `+91${key}` : text.trim();
}

function filledIn(field: PaymentFieldJson, values: PaymentValues): string {
  const value = (values.get(field.name) ?? '').trim();
  if (field.type === 'tel') return value === '+91' ? '' : normalizePhone(value);
  return value;
}

function isVisible(field: PaymentFieldJson, fields: PaymentFieldJson[], values: PaymentValues): boolean {
  const triggers = field.showWhenFilled ?? [];
  if (triggers.length === 0) return true;
  return fields.some((other) => triggers.includes(other.name) && filledIn(other, values) !== '');
}

function fieldProblem({ type, label, options, rules = {}, rulesMessages = [] }: PaymentFieldJson, value: string) {
  const message = rulesMessages[0];
  const isEmpty = value === '' || (type === 'checkbox' && value !== 'true');
  if (isEmpty) return rules.required ? (message ?? `${label}: this field is required`) : undefined;
  if (type === 'checkbox') return undefined;
  if (type === 'email' && !emailShape.test(value)) return 'Please enter a valid email address';
  const fits =
    value.length >= (rules.minLength ?? 0) &&
    value.length <= (rules.maxLength ?? 2000) &&
    new RegExp(rules.pattern ?? '').test(value) &&
    (!options || options.some((option) => (typeof option === 'string' ? option : option.value) === value));
  return fits ? undefined : (message ?? `${label}: this value is not valid`);
}
