import * as v from 'valibot';
import { isRecord, optionalText, readableItems, readableList, requiredText, toNumber } from './scalars';

export type PaymentFieldType = 'text' | 'email' | 'password' | 'number' | 'tel' | 'textarea' | 'select' | 'checkbox';

const fieldTypes: readonly string[] = ['text', 'email', 'password', 'number', 'tel', 'textarea', 'select', 'checkbox'];

/** A field of the payment form as the server describes it. Specification 3, "Payment field definition". */
export interface PaymentField {
  name: string;
  label: string;
  placeholder: string;
  description: string;
  type: PaymentFieldType;
  options: { label: string; value: string }[];
  /** Lays a checkbox or options out in one line. */
  inline: boolean;
  mask: string;
  rules: {
    required: boolean;
    /** Characters; for phones the +91 counts. */
    minLength?: number;
    maxLength?: number;
    /** A regular expression's source, untrusted. */
    pattern?: string;
  };
  rulesMessages: string[];
  defaultValue: string;
  /** The field shows when at least one of these fields is non-empty; an empty list shows it always. */
  showWhenFilled: string[];
}

/** What a payment attempt asks the browser to do next. Specification 3 "Payment request and response" and 4. */
export interface PaymentReply {
  success: boolean;
  error: string;
  redirectUrl: string;
  action?: PaymentAction;
}

export interface PaymentAction {
  type: string;
  redirectUrl: string;
  /** `type`, `url` and each key of `data` become the fields of the posted form. Interpretation 32. */
  formParams: { type: string; url: string; data: Record<string, string> };
  qr: string;
  qrBase64: string;
}

const text = v.optional(optionalText, '');

const option = v.union([
  v.pipe(
    requiredText,
    v.transform((value) => ({ label: value, value })),
  ),
  v.pipe(
    v.looseObject({ value: requiredText, label: text }),
    v.transform(({ value, label }) => ({ label: label || value, value })),
  ),
]);

const isTrue = (value: unknown) => value === true || value === 'true';
const textList = (value: unknown) =>
  Array.isArray(value) ? value.map((entry) => v.parse(optionalText, entry)).filter(Boolean) : [];

function length(value: unknown): number | undefined {
  const number = toNumber(value);
  return number !== undefined && number >= 0 ? Math.floor(number) : undefined;
}

const field = v.pipe(
  v.looseObject({ name: requiredText, label: text, placeholder: text, description: text, type: text, mask: text }),
  v.transform((wire): PaymentField => {
    const rules = isRecord(wire.rules) ? wire.rules : {};
    return {
      name: wire.name,
      label: wire.label || wire.name,
      placeholder: wire.placeholder,
      description: wire.description,
      type: (fieldTypes.includes(wire.type) ? wire.type : 'text') as PaymentFieldType,
      options: Array.isArray(wire.options) ? readableItems(option, wire.options) : [],
      inline: isTrue(wire.inline),
      mask: wire.mask,
      rules: {
        required: isTrue(rules.required),
        minLength: length(rules.minLength),
        maxLength: length(rules.maxLength),
        ...(typeof rules.pattern === 'string' && rules.pattern ? { pattern: rules.pattern } : {}),
      },
      rulesMessages: textList(wire.rulesMessages),
      defaultValue:
        typeof wire.defaultValue === 'boolean' ? String(wire.defaultValue) : v.parse(optionalText, wire.defaultValue),
      showWhenFilled: textList(wire.showWhenFilled),
    };
  }),
);

/**
 * `GET /payments/fields`: a list of fields, or an object with a `fields` list. Two fields of one name: the first
 * counts.
 */
export const paymentFieldsReading = v.pipe(
  v.unknown(),
  v.transform((body) => (isRecord(body) ? body.fields : body)),
  readableList(field),
  v.transform((fields) => fields.filter((one, at) => fields.findIndex((other) => other.name === one.name) === at)),
);

/** A value to post as the provider sent it, untrimmed: its signature may depend on every character. */
function postValue(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : JSON.stringify(value);
}

function readAction(value: unknown): PaymentAction | undefined {
  if (!isRecord(value)) return undefined;
  const textOf = (entry: unknown) => v.parse(optionalText, entry);
  const params = isRecord(value.formParams) ? value.formParams : {};
  return {
    type: textOf(value.type),
    redirectUrl: textOf(value.redirectUrl),
    formParams: {
      type: textOf(params.type),
      url: textOf(params.url),
      data: isRecord(params.data)
        ? Object.fromEntries(Object.entries(params.data).map(([key, entry]) => [key, postValue(entry)]))
        : {},
    },
    qr: textOf(value.qr),
    qrBase64: textOf(value.qrBase64),
  };
}

/** `POST /payments`. Only a literal `true` is a success: money is not guessed at. */
export const paymentReplyReading = v.pipe(
  v.looseObject({ error: text, redirectUrl: text }),
  v.transform((wire): PaymentReply => {
    const action = readAction(wire.action);
    return {
      success: wire.success === true,
      error: wire.error,
      redirectUrl: wire.redirectUrl,
      ...(action ? { action } : {}),
    };
  }),
);
