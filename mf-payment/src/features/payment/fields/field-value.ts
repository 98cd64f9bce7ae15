import type { PaymentField } from '@shop/api-contract/decoders/payment';
import { closeMask, formatByMask } from './input-mask';
import { isPhoneField, normalisePhone, phonePrefix } from './phone-number';

/** Field name to value. Every field of the form has one; a checkbox has 'true' or 'false'. Specification 5. */
export type FieldValues = Readonly<Record<string, string>>;

/** Longest value the server takes, in characters. */
export const maxValueLength = 2000;

/** True when a field counts as filled: a bare '+91' and an unchecked box do not. Interpretation 24. */
export function isFilled(field: PaymentField, value: string): boolean {
  if (field.type === 'checkbox') return value === 'true';
  const text = value.trim();
  return text !== '' && !(isPhoneField(field) && text === phonePrefix);
}

/** What a field is sent as. Spaces around a value are slips, except in a password. */
export function valueToSend(field: PaymentField, value: string): string {
  if (field.type === 'checkbox') return value === 'true' ? 'true' : 'false';
  if (!isFilled(field, value)) return '';
  return field.type === 'password' ? value : value.trim();
}

/** True when a field is filled in by typing. A select without options cannot be chosen from, so it is typed. */
export function isTyped({ type, options }: PaymentField): boolean {
  return type !== 'checkbox' && (type !== 'select' || options.length === 0);
}

/**
 * What stands in a field after it was changed: a phone is forced into its form, a mask lays out, a choice stays as it is.
 *
 * @param text What the field holds after the keystroke.
 * @param previous What it held before.
 */
export function valueOnChange(field: PaymentField, text: string, previous = ''): string {
  if (!isTyped(field)) return text;
  if (isPhoneField(field)) return normalisePhone(text, field, previous);
  return formatByMask(text, field.mask).slice(0, maxValueLength);
}

/** What stands in a field once it was left: a bare '+91' that nobody asked for is gone, a full mask is closed. */
export function valueOnBlur(field: PaymentField, value: string): string {
  if (isPhoneField(field)) return isFilled(field, value) || field.rules.required ? value : '';
  return isTyped(field) ? closeMask(value, field.mask) : value;
}

/** The value a field starts with: its default, and '+91' in a required phone that has none. Specification 5. */
function initialValue(field: PaymentField): string {
  const { type, defaultValue, options, rules } = field;
  if (type === 'checkbox') return defaultValue === 'true' ? 'true' : 'false';
  if (!isTyped(field)) return options.some(({ value }) => value === defaultValue) ? defaultValue : '';
  return defaultValue || rules.required ? valueOnBlur(field, valueOnChange(field, defaultValue)) : '';
}

/** The values a form starts with. */
export function initialValues(fields: readonly PaymentField[]): FieldValues {
  return Object.fromEntries(fields.map((field) => [field.name, initialValue(field)]));
}
