import type { PaymentField } from '@shop/api-contract/decoders/payment';
import { getVisibleFields, isFieldFilled, isPhoneField, readFieldValue } from '@shop/api-contract/payment-field-rules';
import { readCardExpiry, replaceDigits } from '@shop/api-contract/typed-text';
import { formatTypedExpiry, isExpiryByMask } from './card-field';
import { closeMask, formatByMask } from './input-mask';
import { moveBehindPrefix, normalizePhone } from './phone-number';
import { matchesPattern } from './safe-regex';

/** Values of the form by `getValueName`. Holds every field. A checkbox has 'true' or 'false'. Specification 5. */
export type FieldValues = Record<string, string>;

/**
 * The name of a field's value in the form. The server's name may hold anything: Formik reads dots and brackets as a path, and
 * every object has a property `constructor`.
 */
export function getValueName({ name }: Pick<PaymentField, 'name'>): string {
  return `payment-${name.replace(/[^\w-]/g, (character) => `~${character.charCodeAt(0)}~`)}`;
}

/** Maximum length of a value that the server accepts, in characters. */
export const maxValueLength = 2000;

/** True when a field counts as filled. A phone of only '+91' and an unchecked checkbox count as empty. Interpretation 24. */
export const isFilled = (field: PaymentField, value: string): boolean => isFieldFilled(field, value);

/** Formats a value for the request: as its rules read it, trimmed except in a password. An empty phone is sent as ''. */
export function formatRequestValue(field: PaymentField, value: string): string {
  if (field.type === 'checkbox') return value === 'true' ? 'true' : 'false';
  if (!isFilled(field, value)) return '';
  // The field has read the phone number while it was typed.
  if (!isTyped(field) || isPhoneField(field)) return value.trim();
  return readFieldValue(field, value, matchesPattern);
}

/** True when the shopper types the value. A select without options counts as typed. */
export function isTyped({ type, options }: PaymentField): boolean {
  return type !== 'checkbox' && (type !== 'select' || options.length === 0);
}

/**
 * Formats the text of a field after a keystroke: a phone gets its prefix, a mask is applied, a choice stays unchanged.
 *
 * @param text Text of the field after the keystroke.
 * @param previous Text before the keystroke.
 */
export function valueOnChange(field: PaymentField, text: string, previous = ''): string {
  if (!isTyped(field)) return text;
  if (isPhoneField(field)) return normalizePhone(text, field, previous);
  if (isExpiryByMask(field)) return formatTypedExpiry(text, previous).slice(0, maxValueLength);
  return formatByMask(field.mask ? replaceDigits(text) : text, field.mask).slice(0, maxValueLength);
}

/** The text of a field after a keystroke, and where its caret is. */
export interface TypedText {
  text: string;
  /** Undefined when the browser does not tell, as for e-mail fields. */
  caret: number | undefined;
}

/**
 * Formats the text of a field after a keystroke, and finds the place of the caret in it: behind the same characters as before.
 *
 * @param previous Text before the keystroke.
 * @returns A caret only when it is inside of the text. At the end it stays without help.
 */
export function formatKeystroke(field: PaymentField, typed: TypedText, previous: string): TypedText {
  const { text, caret } = isPhoneField(field) ? moveBehindPrefix(typed, previous) : typed;
  const isInside = caret !== undefined && caret < text.length;
  return {
    text: valueOnChange(field, text, previous),
    caret: isInside ? valueOnChange(field, text.slice(0, caret)).length : undefined,
  };
}

/** Formats the text of a field that lost the focus: an optional phone of only '+91' is cleared, a full mask is closed. */
export function valueOnBlur(field: PaymentField, value: string): string {
  if (isPhoneField(field)) return isFilled(field, value) || field.rules.required ? value : '';
  if (isExpiryByMask(field)) return readCardExpiry(value) ?? value;
  return isTyped(field) ? closeMask(value, field.mask) : value;
}

/** The initial value of a field: its default, or '+91' in a required phone without a default. Specification 5. */
function getInitialValue(field: PaymentField): string {
  const { type, defaultValue, options, rules } = field;
  if (type === 'checkbox') return defaultValue === 'true' ? 'true' : 'false';
  if (!isTyped(field)) return options.some(({ value }) => value === defaultValue) ? defaultValue : '';
  return defaultValue || rules.required ? valueOnBlur(field, valueOnChange(field, defaultValue)) : '';
}

/** The initial values of a form. */
export function getInitialValues(fields: readonly PaymentField[]): FieldValues {
  return Object.fromEntries(fields.map((field) => [getValueName(field), getInitialValue(field)]));
}

/** Returns the values of a draft without choices that the form does not offer any more. */
export function findOfferedValues(fields: readonly PaymentField[], draft: FieldValues): FieldValues {
  const isOffered = (field: PaymentField) =>
    isTyped(field) ||
    field.type === 'checkbox' ||
    field.options.some(({ value }) => value === draft[getValueName(field)]);
  const names = fields.filter(isOffered).map(getValueName);
  return Object.fromEntries(Object.entries(draft).filter(([name]) => names.includes(name)));
}

const hasValue = (field: PaymentField, values: FieldValues) => isFilled(field, values[getValueName(field)] ?? '');

/**
 * Finds the visible fields, in the server's sequence: fields without a showWhenFilled list, and fields of which at least
 * one listed field is visible and filled. A hidden field counts as empty, so clearing the first of a chain hides the chain.
 *
 * @see Specification 5 "Payment dynamic fields"; Interpretation 24
 */
export function findVisibleFields(fields: readonly PaymentField[], values: FieldValues): PaymentField[] {
  return getVisibleFields(fields, (name) => values[getValueName({ name })] ?? '');
}

/** Lists the visible required fields that are empty. The submit button is disabled while there are some. Specification 5. */
export function findMissingFields(visible: readonly PaymentField[], values: FieldValues): PaymentField[] {
  return visible.filter((field) => field.rules.required && !hasValue(field, values));
}

/** The fields of the request: the visible ones by the server's names. */
export function formatRequestFields(fields: readonly PaymentField[], values: FieldValues): Record<string, string> {
  const visible = findVisibleFields(fields, values);
  return Object.fromEntries(
    visible.map((field) => [field.name, formatRequestValue(field, values[getValueName(field)] ?? '')]),
  );
}
