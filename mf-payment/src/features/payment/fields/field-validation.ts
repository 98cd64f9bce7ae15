import type { PaymentField } from '@shop/api-contract/decoders/payment';
import { type FieldValues, isFilled, isTyped } from './field-value';
import { isPhoneField, phoneLength, phonePrefix } from './phone-number';
import { matchesPattern } from './safe-regex';

const messages = {
  required: 'This field is required',
  email: 'Please enter a valid email address',
  number: 'Please enter a number',
  minLength: (length: number) => `Please enter at least ${length} characters`,
  maxLength: (length: number) => `Please enter no more than ${length} characters`,
  pattern: 'Please check the format of this field',
  phonePrefix: 'Phone number must start with +91',
  phoneMinLength: (length: number) => `Phone number must have at least ${length} characters`,
  phoneMaxLength: (length: number) => `Phone number must have no more than ${length} characters`,
  phoneLength: `Phone number must be ${phoneLength} characters (including +91)`,
  phonePattern: 'Invalid phone number format',
};

const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const numberShape = /^[+-]?\d+(\.\d+)?$/;

/**
 * Validates the value of a field.
 *
 * @returns The message for the shopper. Undefined when the value is valid. An empty optional field is valid.
 * @see Specification 5 "Payment dynamic fields"
 */
export function findFieldError(field: PaymentField, value: string): string | undefined {
  if (!isFilled(field, value)) {
    return field.rules.required ? (field.rulesMessages[0] ?? messages.required) : undefined;
  }
  if (!isTyped(field)) return undefined;
  if (isPhoneField(field)) return phoneError(field, value.trim());
  return textError(field, field.type === 'password' ? value : value.trim());
}

/** Validates the visible fields. Returns the messages by field name. */
export function findFormErrors(visible: readonly PaymentField[], values: FieldValues): ReadonlyMap<string, string> {
  return new Map(
    visible.flatMap((field): [string, string][] => {
      const error = findFieldError(field, values[field.name] ?? '');
      return error === undefined ? [] : [[field.name, error]];
    }),
  );
}

function phoneError({ rules }: PaymentField, value: string): string | undefined {
  const { minLength, maxLength, pattern } = rules;
  if (!value.startsWith(phonePrefix)) return messages.phonePrefix;
  if (minLength !== undefined && value.length < minLength) return messages.phoneMinLength(minLength);
  if (maxLength !== undefined && value.length > maxLength) return messages.phoneMaxLength(maxLength);
  if (minLength === undefined && maxLength === undefined && value.length !== phoneLength) return messages.phoneLength;
  if (pattern !== undefined && !matchesPattern(pattern, value)) return messages.phonePattern;
  return undefined;
}

function textError(field: PaymentField, value: string): string | undefined {
  const { minLength, maxLength, pattern } = field.rules;
  if (field.type === 'email' && !emailShape.test(value)) return messages.email;
  if (field.type === 'number' && !field.mask && !numberShape.test(value)) return messages.number;
  if (minLength !== undefined && value.length < minLength) {
    return ruleMessage(field, 'minLength') ?? messages.minLength(minLength);
  }
  if (maxLength !== undefined && value.length > maxLength) {
    return ruleMessage(field, 'maxLength') ?? messages.maxLength(maxLength);
  }
  if (pattern !== undefined && !matchesPattern(pattern, value))
    return ruleMessage(field, 'pattern') ?? messages.pattern;
  return undefined;
}

const rulesInOrder = ['required', 'minLength', 'maxLength', 'pattern'] as const;

/**
 * Finds the server's message for a rule. `rulesMessages` follows the sequence of the rules that the field has, required
 * first. The last message also serves the rules without one.
 */
function ruleMessage({ rules, rulesMessages }: PaymentField, rule: (typeof rulesInOrder)[number]): string | undefined {
  const own = rulesInOrder.filter((name) => rules[name] !== undefined && rules[name] !== false);
  return rulesMessages[own.indexOf(rule)] ?? rulesMessages.at(-1);
}
