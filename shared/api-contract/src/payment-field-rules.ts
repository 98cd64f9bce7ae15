/*
 * Rules of the payment form that the browser and the server apply to the same fields. One implementation keeps them equal.
 * Specification 5, "Payment dynamic fields"; Interpretation 24.
 */
import { normalizeText, readAmount, readCardExpiry, readEmail, readMobileNumber, readUpiId } from './typed-text';

/** The properties of a payment field that the rules depend on. */
export interface FieldRuleInput {
  name: string;
  type: string;
  /**
   * Names of other fields. The field shows when at least one of them is filled. An entry `method=Card` counts as filled while
   * the field `method` has the value `Card`. A client that knows only names keeps such a field hidden.
   */
  showWhenFilled?: readonly string[];
}

/** Prefix of every phone number. A value that contains only the prefix is empty. */
export const phonePrefix = '+91';

/** Types that a name containing `phone` turns into a phone field. A select named `phone_type` holds no phone number. */
const typesWithPhoneNames = ['text', 'number'];

/** Tells whether a field holds a phone number: its type is tel, or it is a text or number whose name contains phone. */
export function isPhoneField({ type, name }: Pick<FieldRuleInput, 'type' | 'name'>): boolean {
  return type === 'tel' || (typesWithPhoneNames.includes(type) && /phone/i.test(name));
}

/** Tells whether a field is filled. An unticked checkbox, blank text and a phone field with only `+91` are empty. */
export function isFieldFilled(field: Pick<FieldRuleInput, 'type' | 'name'>, value: string): boolean {
  if (field.type === 'checkbox') return value === 'true';
  const text = value.trim();
  return text !== '' && !(isPhoneField(field) && text === phonePrefix);
}

/**
 * Returns the fields that show, in the given order: fields without a `showWhenFilled` list, and fields with at least one
 * filled field in the list. A hidden field counts as empty, so that clearing the first field of a chain hides the chain.
 *
 * @param getValue Returns the value of a field by its name. The value of an absent field is an empty string.
 */
export function getVisibleFields<Field extends FieldRuleInput>(
  fields: readonly Field[],
  getValue: (name: string) => string,
): Field[] {
  let visible = [...fields];
  for (;;) {
    const filled = new Set(
      visible
        .filter((field) => isFieldFilled(field, getValue(field.name)))
        .flatMap(({ name }) => [name, `${name}=${getValue(name)}`]),
    );
    const remaining = visible.filter(
      ({ showWhenFilled = [] }) => showWhenFilled.length === 0 || showWhenFilled.some((name) => filled.has(name)),
    );
    if (remaining.length === visible.length) return visible;
    visible = remaining;
  }
}

/** Tells whether a field holds the month and year until which a card is valid, by its name: `cardExpiry`, `exp_date`, `validThru`. */
export function isCardExpiryField({ name }: Pick<FieldRuleInput, 'name'>): boolean {
  const letters = name.toLowerCase().replace(/[^a-z]/g, '');
  return /expir|exp(?:date)?$|valid(?:thru|through|until|till|upto)/.test(letters) && !/month|year/.test(letters);
}

const numberShape = /^[+-]?\d+(\.\d+)?$/;

/**
 * Reads the value of a text field as its rules want it: a phone number with `+91`, the address in `mailto:asha@example.com`, the
 * digits of any script in a code. A text that cannot be read stays, trimmed, and then breaks a rule.
 *
 * @param matches Tells whether a value matches a pattern of the server.
 */
export function readFieldValue(
  field: Pick<FieldRuleInput, 'type' | 'name'> & { rules?: { pattern?: string | undefined } | undefined },
  value: string,
  matches: (pattern: string, value: string) => boolean,
): string {
  const { type, name, rules } = field;
  const typed = type === 'password' ? value : value.trim();
  if (isPhoneField(field)) return readMobileNumber(typed) ?? typed;
  if (type === 'email') return readEmail(typed) ?? typed;
  const pattern = rules?.pattern;
  if (pattern !== undefined && matches(pattern, typed)) return typed;
  const code = normalizeText(typed);
  if (type === 'number') return numberShape.test(code) ? code : String(readAmount(code) ?? typed);
  const read = readCode(name, code) ?? code;
  return pattern !== undefined && matches(pattern, read) ? read : typed;
}

/** Reads a code by the name of its field. Undefined for a field without a reader, and for a text that cannot be read. */
function readCode(name: string, code: string): string | undefined {
  if (/upi|vpa/i.test(name)) return readUpiId(code);
  return isCardExpiryField({ name }) ? readCardExpiry(code) : undefined;
}
