import { getVisibleFields, isFieldFilled, readFieldValue } from '@shop/api-contract/payment-field-rules';
import type { PaymentFieldJson } from '@shop/api-contract/schemas/payment';
import { text } from '@shop/language/format-message';

/** Field name to value, as the form posts them. It is a Map because the client may send a name such as `__proto__`. */
export type PaymentValues = ReadonlyMap<string, string>;

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/**
 * Validates a payment form by the rules of its fields. The browser applies the same rules first, but only this validation
 * is binding. Specification 5, "Payment dynamic fields".
 *
 * @returns A message to the shopper, in English, about the first invalid field, or undefined when the form is valid.
 */
export function findPaymentFormError(fields: PaymentFieldJson[], values: PaymentValues): string | undefined {
  for (const field of getVisibleFields(fields, (name) => values.get(name) ?? '')) {
    const error = findFieldError(field, values.get(field.name) ?? '');
    if (error) return error;
  }
  return undefined;
}

/** Reads the values of a form by the rules of its fields. Values of other names stay as they are. */
export function readPaymentValues(fields: PaymentFieldJson[], values: Record<string, string>): PaymentValues {
  const matches = (pattern: string, value: string) => new RegExp(pattern).test(value);
  return new Map(
    Object.entries(values).map(([name, value]) => {
      const field = fields.find((known) => known.name === name);
      const isTyped = field && field.type !== 'checkbox' && !field.options;
      return [name, isTyped ? readFieldValue(field, value, matches) : value];
    }),
  );
}

function findFieldError(field: PaymentFieldJson, rawValue: string): string | undefined {
  const { type, label, options, rules = {}, rulesMessages = [] } = field;
  const message = rulesMessages[0];
  if (!isFieldFilled(field, rawValue)) {
    return rules.required ? (message ?? `${label}: this field is required`) : undefined;
  }
  if (type === 'checkbox') return undefined;
  const value = rawValue.trim();
  if (type === 'email' && !emailPattern.test(value)) return text('Please enter a valid email address');
  const isValid =
    value.length >= (rules.minLength ?? 0) &&
    value.length <= (rules.maxLength ?? 2000) &&
    new RegExp(rules.pattern ?? '').test(value) &&
    (!options || options.some((option) => (typeof option === 'string' ? option : option.value) === value));
  return isValid ? undefined : (message ?? `${label}: this value is not valid`);
}
