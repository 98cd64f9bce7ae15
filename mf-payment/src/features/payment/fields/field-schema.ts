import type { PaymentField } from '@shop/api-contract/decoders/payment';
import { isPhoneField, phonePrefix } from '@shop/api-contract/payment-field-rules';
import { lazyObject, object, type StringSchema, string } from '@shop/forms/form';
import type { Texts } from '@shop/language/texts';
import {
  type FieldValues,
  findVisibleFields,
  formatRequestValue,
  getValueName,
  isFilled,
  isTyped,
} from './field-value';
import { phoneLength } from './phone-number';
import { matchesPattern } from './safe-regex';

const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const numberShape = /^[+-]?\d+(\.\d+)?$/;

/** The rules of a value. An empty value is undefined for the rules, which then skip it. */
type FieldSchema = StringSchema<string>;

/** Creates the schema of a form from the rules of the fields that its values show. Specification 5 "Payment dynamic fields". */
export function createFormSchema(fields: readonly PaymentField[], t: Texts) {
  return lazyObject((values: FieldValues) =>
    object(
      Object.fromEntries(
        findVisibleFields(fields, values).map((field) => [getValueName(field), createFieldSchema(field, t)]),
      ),
    ),
  );
}

/** Creates the schema of a field. An empty optional value is valid, whatever the other rules are. */
export function createFieldSchema(field: PaymentField, t: Texts): FieldSchema {
  const text = string().transform((value: string) =>
    isFilled(field, value) ? formatRequestValue(field, value) : undefined,
  ) as FieldSchema;
  const required = field.rulesMessages[0] ?? t('This field is required');
  const schema = field.rules.required ? text.required(() => required) : text;
  if (!isTyped(field)) return schema;
  return isPhoneField(field) ? addPhoneRules(schema, field, t) : addTextRules(schema, field, t);
}

function addPhoneRules(schema: FieldSchema, { rules }: PaymentField, t: Texts): FieldSchema {
  const { minLength, maxLength, pattern } = rules;
  let phone = schema.test(
    'prefix',
    t('Phone number must start with +91'),
    (value) => value?.startsWith(phonePrefix) ?? true,
  );
  if (minLength !== undefined) {
    const message = t('Phone number must have at least {length} characters', { length: minLength });
    phone = phone.min(minLength, message);
  }
  if (maxLength !== undefined) {
    const message = t('Phone number must have no more than {length} characters', { length: maxLength });
    phone = phone.max(maxLength, message);
  }
  if (minLength === undefined && maxLength === undefined) {
    const message = t('Phone number must be {length} characters (including +91)', { length: phoneLength });
    phone = phone.length(phoneLength, message);
  }
  return addPattern(phone, pattern, t('Invalid phone number format'));
}

function addTextRules(schema: FieldSchema, field: PaymentField, t: Texts): FieldSchema {
  const { minLength, maxLength, pattern } = field.rules;
  let text = schema;
  if (field.type === 'email') text = text.matches(emailShape, t('Please enter a valid email address'));
  if (field.type === 'number' && !field.mask) text = text.matches(numberShape, t('Please enter a number'));
  if (minLength !== undefined) {
    const message =
      findServerMessage(field, 'minLength') ?? t('Please enter at least {length} characters', { length: minLength });
    text = text.min(minLength, () => message);
  }
  if (maxLength !== undefined) {
    const message =
      findServerMessage(field, 'maxLength') ??
      t('Please enter no more than {length} characters', { length: maxLength });
    text = text.max(maxLength, () => message);
  }
  return addPattern(text, pattern, findServerMessage(field, 'pattern') ?? t('Please check the format of this field'));
}

/** Messages of the server are functions, because Yup reads `${...}` in a text. */
function addPattern(schema: FieldSchema, pattern: string | undefined, message: string): FieldSchema {
  if (pattern === undefined) return schema;
  return schema.test(
    'pattern',
    () => message,
    (value) => value === undefined || matchesPattern(pattern, value),
  );
}

const rulesInOrder = ['required', 'minLength', 'maxLength', 'pattern'] as const;

/**
 * Finds the server's message for a rule. `rulesMessages` follows the sequence of the rules that the field has, required
 * first. The last message also serves the rules without one.
 */
function findServerMessage({ rules, rulesMessages }: PaymentField, rule: (typeof rulesInOrder)[number]) {
  const own = rulesInOrder.filter((name) => rules[name] !== undefined && rules[name] !== false);
  return rulesMessages[own.indexOf(rule)] ?? rulesMessages.at(-1);
}
